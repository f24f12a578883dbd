"""Targets that cannot be written are told before anything is played."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulesim.errors import InputError, RunError
from rulesim.experiment.files import check_file, check_folder, write_whole


def test_what_can_be_made_is_fine(tmp_path: Path) -> None:
    check_folder(tmp_path)
    check_folder(tmp_path / "new" / "deep")
    check_file(tmp_path / "new" / "table.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below" / "it"):
        with pytest.raises(InputError, match=f"^{tmp_path / 'file'}: there is a file of that name; expected a folder"):
            check_folder(folder)
    with pytest.raises(InputError, match="there is a file of that name"):
        check_file(tmp_path / "file" / "x.png")
    with pytest.raises(InputError, match="is a folder; expected a file"):
        check_file(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="no permission"):
        check_folder(tmp_path / "new")


def test_writing_below_a_file_fails_with_one_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be written"):
        write_whole(tmp_path / "file" / "x.json", b"{}")
