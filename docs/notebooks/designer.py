# %% [markdown]
# # A designer's question
#
# What does a factory for 8 doubloons instead of 7 change, and is that more than luck? Both versions are played on the
# same blocks: same tiles, same seats, same line-ups.

# %%
import polars as pl

import rulesim

experiment = {
    "title": "A dearer factory",
    "game": "puerto_rico",
    "players": 4,
    "strategies": ["balanced", "corn_shipper", "factory_owner", "quarry_builder"],
    "design": "fixed",
    "blocks": 500,
    "record": "summary",
    "variant": [{"name": "factory 8", "rules": {"buildings": {"factory": {"cost": 8}}}}],
}
run = rulesim.run(experiment, "runs/factory")
run

# %% [markdown]
# ## What changed?
#
# Differences of win shares with their paired intervals. `adjusted_p` takes into account that many differences were
# tested.

# %%
compared = run.compare()
compared.of("strategy", "win_share").select("strategy", "base", "changed", "difference", "low", "high", "adjusted_p")

# %%
print(f"{compared.count} differences were tested together")

# %% [markdown]
# ## The same as a figure

# %%
import matplotlib.pyplot as plt

rows = compared.of("strategy", "win_share").sort("difference")
middle = 100 * rows["difference"].to_numpy()
reach = [middle - 100 * rows["low"].to_numpy(), 100 * rows["high"].to_numpy() - middle]
figure, axes = plt.subplots(figsize=(6, 2.2), layout="constrained")
axes.errorbar(middle, rows["strategy"], xerr=reach, fmt="o", color="#30577d", capsize=3)
axes.axvline(0, color="gray", linewidth=1)
axes.set_xlabel("win share with a factory for 8, less that for 7, in percentage points")
axes.set_title("Only the factory owner's loss is established", loc="left")
plt.show()

# %% [markdown]
# ## How many blocks for the rest?
#
# `plan` plays a pilot and tells the smallest difference that such a run finds.

# %%
outlook = rulesim.plan(experiment)
outlook.frame.select("power", "pairing", pl.col("difference").mul(100).round(0).alias("points"))
