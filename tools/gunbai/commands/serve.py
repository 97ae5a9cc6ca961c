"""``gunbai serve``: the site on this machine, built anew whenever a ruling, an engine or a page is saved."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from gunbai.commands.common import find_root, root_option, stop

__all__ = ["serve"]


@click.command()
@root_option
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Where to listen.")
@click.option("--open", "open_in_browser", is_flag=True, help="Open the site in a browser.")
def serve(root: Path | None, port: int, open_in_browser: bool) -> None:
    """Serve the site and show every change."""
    configuration = (root or find_root()) / "mkdocs.yml"
    if not configuration.is_file():
        stop(f"there is no mkdocs.yml in {configuration.parent}", 1)
    _must_be_free(port)
    click.echo(f"reading the rulings and building the site, then serving it on http://127.0.0.1:{port}/ (Ctrl-C ends)")
    from gunbai.site.mkdocs_plugin import BuildFailed, serve_site

    try:
        serve_site(configuration, port, open_in_browser=open_in_browser)
    except BuildFailed as error:
        stop(str(error), 1)


def _must_be_free(port: int) -> None:
    """End the run where another program listens on ``port``: better before the site is built than after."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server itself does
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            stop(f"cannot serve on port {port}: {error.strerror} (choose another with --port)", 1)
