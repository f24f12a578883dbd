"""How to read each figure: what stands below it on a page."""

SHARES = (
    "Points are estimates, lines their 95 % intervals. Right of the dotted line a strategy won more than an equal "
    "share against the strategies of this run."
)
PAIRS = (
    "Read along a row for whom a strategy is ahead of. Games are counted in which both sit at the table, whoever else "
    "sits there; opposite cells add up to 100 %."
)
BY_SEAT = "All strategies together: they sat equally often in every seat, so differences are due to the seat."
BY_START = "All seats together, by what chance gave them before the first decision."
CELLS = "Read along a row for what a strategy gains or loses by its seat, down a column for the seat."
RIDGES = "Each ridge is one distribution; ridges of a panel share their scale. The parts add up to the score."
LENGTHS = "Left: how many games took how long. Right: which end conditions were met; one game may meet several."
DIFFERENCES = (
    "Each row is a difference between the variant and the base on the same blocks. Where the thin line crosses zero, "
    "the run does not show that the true difference is not zero."
)
WORTH = (
    "Bars are what a seat loses in win share when it may not use the feature; left of zero, it wins more without. "
    "Where the thin line crosses zero, the run does not show that the feature matters."
)
WORTH_OF_LINES = (
    "Blue is what a line is worth when the design says who plays it, orange how those fared who chose it "
    "themselves. Where the two lie apart, what is observed misleads."
)
ICICLE = (
    "Read from left to right: each box is a move, beside those that followed it. Colours compare those who played so "
    "with the average of their seat and line-up; that is no proof that the moves did it."
)
TWINS = (
    "One seat of each game may not use the feature, the others may; it is compared with itself, unrestricted, in the "
    "same game on the same luck. Every seat of every line-up is restricted in turn."
)
LOOKS = (
    "Each point is a look at the blocks so far. The looks are fixed beforehand, each after a tenth more blocks; the "
    "run stops at the first point on or beyond a dashed line."
)
PAIRED = (
    "All variants play the same blocks; each difference is that of a variant and the base on the same blocks, with "
    "its 95 % interval in brackets."
)
POINTS = (
    "All points play the same blocks as the base; each difference is that of a point and the base on the same blocks."
)
RATED = (
    "Points are ratings, lines their 95 % intervals. 400 points are odds of 10 to 1 between two; the strategies, and "
    "the seats, have mean 0."
)
GRAPH = (
    "Nodes are as large as the part of a long run of imitators (alpha-rank) that plays the strategy; arrows lead to "
    "what established does better against it."
)
SELECTION = "From left, where all are alike, to right, where the better always takes over."
MORRIS = (
    "To the right, rules whose range moves the metric most; further up, rules whose effect depends on the other "
    "rules, or is not even over the range. A range is what was tried: a wider one would move more."
)
BARS = "The same effects as bars with their intervals, the strongest first."
SOBOL = (
    "Blue bars are what part of the metric's variance would go if the rule were fixed, orange bars what part goes by "
    "fixing it alone; where they lie apart, rules work together."
)
SOLVED = (
    "The band is the 95 % interval at each value by itself. All values are played on the same luck, so the curve is "
    "surer than the band is wide; the interval of the solution takes that into account."
)
OF_MOVES = {
    "actions": (
        "Points are win shares of the seat that decides, lines their 95 % intervals; at the right what an action loses "
        "against the best one. All actions are played out on the same luck, so losses are surer than lines are long."
    ),
    "win_share_curve": (
        "Lines are the win shares of the seats at each choice of the game, bands their 95 % intervals; marks are moves "
        "that are established to be worse than another one."
    ),
}
SOURCES = "Shares of the variance of the result of one seat in one game, with 95 % intervals; they add up to 100 %."
