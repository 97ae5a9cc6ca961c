"""Find a Chromium for the browser tests; where there is none, fetch one.

Tried in turn: $GUNBAI_BROWSER, the usual names on PATH, Playwright's own download, Debian's package (as root).
Prints the path and exits 0, or says what was tried and exits 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")


def find_browser() -> str | None:
    """The path of an installed Chromium, or None."""
    named = os.environ.get("GUNBAI_BROWSER")
    if named and os.access(named, os.X_OK):
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.access(path, os.X_OK) else None


def fetch_browser() -> list[str]:
    """Try to install one; the commands that were tried."""
    tries = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        tries += [["apt-get", "update", "-qq"],
                  ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"]]
    for command in tries:
        print("trying:", " ".join(command), flush=True)
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=600)
        if done.returncode == 0 and find_browser():
            break
    return [" ".join(command) for command in tries]


def main() -> int:
    """Find or fetch; print the path."""
    browser = find_browser()
    tried: list[str] = []
    if browser is None:
        tried = fetch_browser()
        browser = find_browser()
    if browser is None:
        print("no Chromium found or fetched; install one or set GUNBAI_BROWSER. Tried:", *tried, sep="\n  ",
              file=sys.stderr)
        return 1
    print(f"browser: {browser}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
