"""Runs a check again whenever a file is saved. Each run is a process of its own, so that changed engines are read."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import click
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

__all__ = ["watch"]

QUIET_SECONDS = 0.3
"""Editors save in several steps: a run begins when nothing has changed for so long."""

_CHANGES = ("created", "modified", "moved", "deleted")
_ENDINGS = (".yaml", ".py", ".lock")


def watch(arguments: Sequence[str], directories: Sequence[Path]) -> None:
    """Run ``gunbai`` with ``arguments`` now, and again after every change under ``directories``, until Ctrl-C."""
    changed = _Changed()
    observer = Observer()
    for directory in directories:
        observer.schedule(changed, str(directory), recursive=True)
    observer.start()
    try:
        while True:
            click.echo(f"― {time.strftime('%H:%M:%S')}")
            subprocess.run([sys.executable, "-c", "from gunbai.cli import main; main()", *arguments], check=False)
            changed.wait()
    except KeyboardInterrupt:
        click.echo()
    finally:
        observer.stop()
        observer.join()


class _Changed(FileSystemEventHandler):
    """Knows whether a file that matters has changed since it was last asked."""

    def __init__(self) -> None:
        self.seen = threading.Event()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a change; reading a file is none."""
        paths = (str(event.src_path), str(event.dest_path))
        if event.event_type in _CHANGES and any(path.endswith(_ENDINGS) for path in paths):
            self.seen.set()

    def wait(self) -> None:
        """Return when something has changed and is quiet again."""
        self.seen.wait()
        while self.seen.is_set():
            self.seen.clear()
            time.sleep(QUIET_SECONDS)
