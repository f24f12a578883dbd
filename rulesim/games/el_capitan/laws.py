def laws(rules, state):
    return {}


def redraw_hidden(rules, state, key):
    pass
