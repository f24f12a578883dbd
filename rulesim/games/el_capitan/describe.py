def describe(rules, state):
    return ""


def describe_action(rules, state, action):
    return ""
