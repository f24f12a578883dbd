"""Notation (section N): positions and actions as people and files write them."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards_in_play import card_name
from rulesim.games.el_capitan.pirate import berth_city


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action of a stage, as in ``sail:link:tanger-venezia:tanger``."""
    record = rules.record[0]
    if stage == v.SETTLE_LOAN:
        return ("repay", "extend")[action]
    if stage == v.CHOOSE_START:
        return f"start:{action + 1}"
    if action < v.LINK_TO_FIRST:
        return f"buy:{card_name(record, action - v.BUY)}"
    if v.BUILD <= action < v.LINK_TO_SECOND:
        return _act_name(record, action)
    if action < v.PIRATE:
        card, city = _sailing(record, action)
        return f"sail:{card_name(record, card)}:{v.CITIES[city]}"
    return _pirate_name(record, action)


def _act_name(rules: Any, action: int) -> str:
    """The actions of rule §2.2.8 and the end of the turn."""
    if action == v.END:
        return "end"
    if action == v.FORTRESS:
        return "fortress"
    if action == v.LOAN_NONE:
        return "loan:none"
    if action >= v.LOAN:
        return f"loan:{rules.loan_amount[action - v.LOAN]}"
    colours = ("main", "neutral") if rules.players == 2 else ("",)
    if action >= v.REOPEN:
        words = ["reopen", colours[action - v.REOPEN]]
    else:
        space = (action - v.BUILD) % 3
        words = ["build", colours[(action - v.BUILD) // 3], str(space) if space else ""]
    return ":".join(word for word in words if word)


def _sailing(rules: Any, action: int) -> tuple[int, int]:
    """Card and city of a sailing action."""
    if action >= v.SAIL:
        card, city = divmod(action - v.SAIL, v.SAIL_ROW)
        return card, city
    if action >= v.LINK_TO_SECOND:
        link = action - v.LINK_TO_SECOND
        return v.FIRST_LINK + link, int(rules.link_second[link])
    link = action - v.LINK_TO_FIRST
    return v.FIRST_LINK + link, int(rules.link_first[link])


def _pirate_name(rules: Any, action: int) -> str:
    if action < v.PIRATE_LINK_TO_FIRST:
        return f"pirate:{_berth_name(action - v.PIRATE)}"
    if action >= v.PIRATE_CARD:
        card, berth = divmod(action - v.PIRATE_CARD, v.PIRATE_ROW)
        return f"pirate:{card_name(rules, card)}:{_berth_name(berth)}"
    second = action >= v.PIRATE_LINK_TO_SECOND
    harbour, link = divmod(action - (v.PIRATE_LINK_TO_SECOND if second else v.PIRATE_LINK_TO_FIRST), 64)
    city = rules.link_second[link] if second else rules.link_first[link]
    return f"pirate:{card_name(rules, v.FIRST_LINK + link)}:{v.CITIES[city]}:{harbour + 1}"


def _berth_name(berth: int) -> str:
    return f"{v.CITIES[berth_city(berth)]}:{berth // v.N_CITIES + 1}"


def to_dict(rules, state):
    return {"streams": {}}


def from_dict(rules, data):
    raise NotImplementedError
