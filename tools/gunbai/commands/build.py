"""``gunbai build``: the whole site into one directory, or a list of what is in its way."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from gunbai.commands.common import find_root, number_of, root_option, stop
from gunbai.corpus.model import Corpus

__all__ = ["build"]


@click.command()
@root_option
@click.option("--site-dir", type=click.Path(file_okay=False, path_type=Path), default=None,
              help="Where to put the site. Default: build/site in the project's directory.")
@click.option("--site-url", default="", metavar="URL",
              help="Where the site will be served: for QR codes and absolute links. Default: site_url of mkdocs.yml.")
@click.option("--snapshot", is_flag=True, help="Also make a snapshot of Python's memory: examples then start in a "
              "fraction of the time, for 7 MB more to fetch once. Needs node.")
@click.option("--strength", is_flag=True,
              help="Measure first how strong the examples are, where that is not known of what they are now.")
def build(root: Path | None, site_dir: Path | None, site_url: str, snapshot: bool, strength: bool) -> None:
    """Build the site; exit 1 on any defect or warning."""
    from gunbai.site.defects import defects_of
    from gunbai.site.load import load_site
    from gunbai.site.mkdocs_plugin import BuildFailed, build_site
    from gunbai.site.prose import address
    from gunbai.site.publish import NotASite, staged

    if site_url and not address(site_url):
        stop(f"--site-url expects a web address like https://example.org/gunbai/, not “{site_url}”", 2)
    root = root or find_root()
    configuration = root / "mkdocs.yml"
    if not configuration.is_file():
        stop(f"there is no mkdocs.yml in {root}", 1)
    site = replace(load_site(root / "rulings"), ahead=frozenset(("code", "snapshot") if snapshot else ("code",)))
    defects = list(defects_of(site.corpus, list(site.runs.values())))
    for defect in defects:
        click.echo(str(defect), err=True)
    if defects:
        stop(f"{number_of(len(defects), 'error')}: the site was not built", 1)
    if strength:
        _measure(site.corpus)
    target = site_dir or root / "build" / "site"
    try:
        with staged(target) as building:
            offline = build_site(site, configuration, building, site_url)
    except BuildFailed as error:
        stop(f"the site was not built\n{error}", 1)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        stop(f"{target} cannot be written: {error.strerror or error}{where}", 1)
    except NotASite:
        stop(f"{target} holds other files than a site; name an empty directory with --site-dir", 1)
    rulings = sum(len(g.rulings) for g in site.corpus.games)
    if site.runtime.missing:
        click.echo(f"no Pyodide, so examples cannot be run in the page: {site.runtime.missing}", err=True)
    for note in site.runtime.notes:
        click.echo(f"the engine for the browser was not prepared ahead, so it starts later: {note}", err=True)
    click.echo(f"{target}: {len(site.corpus.games)} games, {rulings} rulings; {offline}")
    sys.exit(0)


def _measure(corpus: Corpus) -> None:
    """Measure every game that has an engine, for the site to show; ends the run where a measure says nothing."""
    from gunbai.commands.strength import progress_bar
    from gunbai.examples.strength import measured

    for game in corpus.games:
        if game.engine_package:
            with progress_bar(game.id) as progress:
                result = measured(game, corpus.root.parent, progress=progress)
            if result.errors:
                stop("\n".join([*result.errors, f"the strength of {game.id} is not known: the site was not built"]), 1)
