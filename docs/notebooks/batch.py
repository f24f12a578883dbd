# %% [markdown]
# # A batch of runs
#
# The same experiment under several rules, each in a folder of its own. A run that was interrupted goes on where it
# stopped, and one that is finished is not played again: the loop can be started as often as you like.

# %%
from pathlib import Path

import polars as pl

import rulesim

prices = (5, 6, 7, 8, 9)
for price in prices:
    rulesim.run(
        {
            "game": "puerto_rico",
            "players": 4,
            "strategies": ["balanced", "corn_shipper", "factory_owner", "quarry_builder"],
            "design": "fixed",
            "blocks": 200,
            "record": "summary",
            "rules": {"buildings": {"factory": {"cost": price}}},
        },
        f"runs/factory_{price}",
    )
sorted(folder.name for folder in Path("runs").iterdir())

# %% [markdown]
# ## One frame of all

# %%
shares = pl.concat(
    rulesim.Run(f"runs/factory_{price}").win_shares().with_columns(pl.lit(price).alias("price")) for price in prices
)
owners = shares.filter(pl.col("strategy") == "factory_owner").select("price", "win_share", "low", "high", "blocks")
owners

# %%
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 2.6), layout="constrained")
axes.fill_between(owners["price"], 100 * owners["low"], 100 * owners["high"], color="#30577d", alpha=0.2, linewidth=0)
axes.plot(owners["price"], 100 * owners["win_share"], color="#30577d", marker="o")
axes.set_xlabel("price of a factory in doubloons")
axes.set_ylabel("wins of factory_owner, %")
axes.set_xticks(prices)
axes.set_title("A dearer factory costs its owner wins", loc="left")
plt.show()

# %% [markdown]
# ## Going on
#
# More blocks extend a run; nothing is played twice.

# %%
longer = rulesim.run(
    {
        "game": "puerto_rico",
        "players": 4,
        "strategies": ["balanced", "corn_shipper", "factory_owner", "quarry_builder"],
        "design": "fixed",
        "blocks": 300,
        "record": "summary",
        "rules": {"buildings": {"factory": {"cost": 7}}},
    },
    "runs/factory_7",
)
print(f"{longer.n_blocks} blocks, 200 of them from before")
