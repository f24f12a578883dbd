"""Notation (section N): positions and actions as people and files write them."""

from rulesim.games.puerto_rico.vocabulary import *


def action_name(rules, stage, action):
    if action == PASS:
        return "pass"
    if stage == PICK_ROLE:
        return "role:" + ROLES[action]
    if stage == DRAW_TILE:
        return "hacienda:" + ("draw", "quarry", "skip")[action]
    if stage == TAKE_TILE:
        return "take:" + TILES[action]
    if stage == PLACE_COLONIST:
        return "place:" + (TILES + BUILDINGS)[action]
    if stage == BUILD:
        return "build:" + BUILDINGS[action]
    if stage == LOAD:
        return f"wharf:{GOODS[action - 15]}" if action >= 15 else f"ship:{GOODS[action // 3]}:{action % 3 + 1}"
    return {TAKE_PRIVILEGE: "privilege", SELL: "sell", STORE: "store", KEEP: "keep"}[stage] + ":" + GOODS[action]


def to_dict(rules, state):
    return {"streams": {}}


def from_dict(rules, data):
    raise NotImplementedError
