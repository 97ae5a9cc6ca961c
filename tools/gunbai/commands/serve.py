"""``gunbai serve``: the site on this machine, built anew whenever a ruling, an engine or a page is saved."""

from __future__ import annotations

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
    from gunbai.site.mkdocs_plugin import BuildFailed, serve_site

    configuration = (root or find_root()) / "mkdocs.yml"
    if not configuration.is_file():
        stop(f"there is no mkdocs.yml in {configuration.parent}", 1)
    try:
        serve_site(configuration, port, open_in_browser=open_in_browser)
    except BuildFailed as error:
        stop(str(error), 1)
