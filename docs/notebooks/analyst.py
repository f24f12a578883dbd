# %% [markdown]
# # An analyst's look at strategies
#
# Five strategies of Puerto Rico, every set of four of them in all rotations over the seats.

# %%
import polars as pl

import rulesim

run = rulesim.run(
    {
        "game": "puerto_rico",
        "players": 4,
        "strategies": ["balanced", "corn_shipper", "harbor_shipper", "factory_owner", "quarry_builder"],
        "blocks": 150,
    },
    "runs/five",
)
run.win_shares()

# %% [markdown]
# ## Where do the points come from?

# %%
run.scores().select("strategy", "score", "chips", "buildings", "bonus")

# %% [markdown]
# ## Which seat?

# %%
seats = run.seats(by_strategy=True)
seats.pivot("seat", index="strategy", values="win_share").with_columns(pl.selectors.float().round(3))

# %%
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 2.6), layout="constrained")
all_seats = run.seats()
middle = 100 * all_seats["win_share"].to_numpy()
reach = [middle - 100 * all_seats["low"].to_numpy(), 100 * all_seats["high"].to_numpy() - middle]
axes.errorbar(middle, [f"seat {seat}" for seat in all_seats["seat"]], xerr=reach, fmt="o", color="#30577d", capsize=3)
axes.axvline(25, color="gray", linewidth=1)
axes.invert_yaxis()
axes.set_xlabel("wins in %, with 95 % intervals; the line is an equal share")
axes.set_title("Seat 3 wins more than its share", loc="left")
plt.show()

# %% [markdown]
# ## The rows themselves
#
# A lazy frame over all games: who ends with a harbor, and with how many quarries.

# %%
rows = run.games(expand=True)
(
    rows.group_by("strategy")
    .agg(pl.col("city_harbor").mean().round(3).alias("owns a harbor"), pl.col("quarries").mean().round(2), pl.len())
    .sort("strategy")
    .collect()
)
