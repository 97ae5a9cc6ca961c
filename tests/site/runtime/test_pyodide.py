"""Getting Pyodide: kept, checked, fetched, or missing with a reason. No test asks the network."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import stat
import tarfile
from pathlib import Path

import pytest
from gunbai.site.runtime import pyodide
from gunbai.site.runtime.pyodide import Missing, archive_of, pyodide_files


def archive(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()


WHOLE = archive({
    **{f"package/{name}": name.encode() for name in pyodide.FILES},
    "package/pyodide-lock.json": b'{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}',
    "package/console.html": b"x", "../escaped.txt": b"x", "/absolute.txt": b"x",
})


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A small archive in the place of the real one."""
    digest = base64.b64encode(hashlib.sha512(WHOLE).digest()).decode()
    monkeypatch.setattr(pyodide, "INTEGRITY", f"sha512-{digest}")
    return WHOLE


def fake_npm(directory: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """An `npm` of our own as the only program that can be found."""
    directory.mkdir()
    npm = directory / "npm"
    npm.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{directory}{os.pathsep}/usr/bin{os.pathsep}/bin")


def test_what_npm_brings_is_kept_and_not_fetched_again(
        tmp_path: Path, ours: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given.tgz").write_bytes(ours)
    fake_npm(tmp_path / "bin", monkeypatch, f'test "$1 $2" = "pack pyodide@{pyodide.VERSION}" && cp "{tmp_path}/given.tgz" {pyodide.ARCHIVE}')
    project = tmp_path / "project"
    project.mkdir()
    assert archive_of(project) == ours
    assert (project / ".gunbai" / pyodide.ARCHIVE).read_bytes() == ours
    (tmp_path / "bin/npm").unlink()
    monkeypatch.setenv("PATH", "")
    assert archive_of(project) == ours


def test_a_damaged_archive_is_fetched_again(tmp_path: Path, ours: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given.tgz").write_bytes(ours)
    fake_npm(tmp_path / "bin", monkeypatch, f'cp "{tmp_path}/given.tgz" {pyodide.ARCHIVE}')
    kept = tmp_path / "project/.gunbai" / pyodide.ARCHIVE
    kept.parent.mkdir(parents=True)
    kept.write_bytes(ours[:-1])
    assert archive_of(tmp_path / "project") == ours
    assert kept.read_bytes() == ours


def test_another_archive_is_refused_wherever_it_comes_from(
        tmp_path: Path, ours: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.tgz").write_bytes(archive({"package/pyodide.mjs": b"evil"}))
    with pytest.raises(Missing, match="its digest differs"):
        archive_of(tmp_path, str(tmp_path / "other.tgz"))
    fake_npm(tmp_path / "bin", monkeypatch, f'cp "{tmp_path}/other.tgz" {pyodide.ARCHIVE}')
    with pytest.raises(Missing, match="its digest differs"):
        archive_of(tmp_path)
    assert not (tmp_path / ".gunbai" / pyodide.ARCHIVE).exists()


def test_without_npm_or_network_it_is_missing_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Missing, match="npm was not found"):
        archive_of(tmp_path)
    fake_npm(tmp_path / "bin", monkeypatch, "echo 'npm error code ENOTFOUND' >&2; exit 1")
    with pytest.raises(Missing, match="ENOTFOUND"):
        archive_of(tmp_path)
    with pytest.raises(Missing, match="none"):
        archive_of(tmp_path, "none")
    with pytest.raises(Missing, match=r"gone\.tgz cannot be read"):
        archive_of(tmp_path, str(tmp_path / "gone.tgz"))


def test_only_the_files_that_are_needed_are_taken_and_no_package_can_be_asked_for(
        tmp_path: Path, ours: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given.tgz").write_bytes(ours)
    monkeypatch.setenv("GUNBAI_PYODIDE", str(tmp_path / "given.tgz"))
    files = pyodide_files(tmp_path)
    assert set(files) == {*pyodide.FILES, "pyodide-lock.json", "NOTICE.txt"}
    assert b"numpy" not in files["pyodide-lock.json"]
    assert b"3.14.2" in files["pyodide-lock.json"]


def test_an_archive_that_lacks_a_file_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = archive({"package/pyodide.mjs": b""})
    (tmp_path / "part.tgz").write_bytes(part)
    monkeypatch.setattr(pyodide, "INTEGRITY", f"sha512-{base64.b64encode(hashlib.sha512(part).digest()).decode()}")
    monkeypatch.setenv("GUNBAI_PYODIDE", str(tmp_path / "part.tgz"))
    with pytest.raises(Missing, match=r"lacks pyodide\.asm\.mjs"):
        pyodide_files(tmp_path)


def test_the_pinned_archive_is_the_one_that_is_kept(pyodide_archive: Path) -> None:
    assert archive_of(Path(), str(pyodide_archive))
