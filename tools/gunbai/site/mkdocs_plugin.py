"""The only file that knows MkDocs: hands it the pages, builds, serves. A move to another generator is a move of this."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from mkdocs.commands.build import build as _build
from mkdocs.commands.serve import serve as _serve
from mkdocs.config import load_config
from mkdocs.config import config_options as options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkPage

from gunbai.corpus import urls
from gunbai.site.blocks import Blocks
from gunbai.site.load import ENGINES, defects_of, load_site
from gunbai.site.pages import ASSETS, Site, fill, generated, refresh
from gunbai.site.prose import title

__all__ = ["BuildFailed", "GunbaiPlugin", "build_site", "serve_site"]

log = logging.getLogger("mkdocs.plugins.gunbai")


class BuildFailed(Exception):
    """The site could not be built; the message says why."""


class GunbaiConfig(Config):
    """The plugin's options in mkdocs.yml."""

    rulings = options.Type(str, default="rulings")


class GunbaiPlugin(BasePlugin[GunbaiConfig]):
    """Adds the generated pages to the site."""

    given: Site | None = None
    """The site of a build that has already read and checked the corpus."""
    serving = False
    site: Site

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Whether pages are shown while they are written. Its presence keeps one plugin over all rebuilds."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the corpus, and list the games in the nav."""
        config.markdown_extensions.append(Blocks())  # type: ignore[arg-type]  # names and extensions are both taken
        self.site = self.given or self._read(config)
        games = [{title(g.title): f"{urls.game_url(g.id)}index.md"} for g in self.site.corpus.games]
        if config.nav:
            config.nav = [config.nav[0], *games, *config.nav[1:]]
        return config

    def _read(self, config: MkDocsConfig) -> Site:
        root = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        if self.serving:
            refresh()
        site = load_site(root / self.config.rulings, afresh=self.serving)
        if site.corpus.defects:  # a file cannot be read: keep what is shown, say what is wrong
            raise PluginError("\n".join(map(str, site.corpus.defects)))
        for defect in defects_of(site):
            log.warning(str(defect))
        return site

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """The generated pages and their assets."""
        for page in generated(self.site):
            files.append(File.generated(config, page.path, content=page.content, inclusion=InclusionLevel.NOT_IN_NAV))
        for place, path in ASSETS.items():
            files.append(File.generated(config, place, content=path.read_bytes()))
        for defect in self.site.defects:
            log.warning(str(defect))
        return files

    def on_page_markdown(self, markdown: str, page: MkPage, **_: Any) -> str:
        """Fill the blocks of the hand-written pages."""
        return markdown if page.file.generated_by else fill(markdown, self.site, page.url.count("/"))

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:
        """Build anew when a ruling or an engine is saved."""
        for path in (self.site.corpus.root, ENGINES, Path(__file__).parent):
            server.watch(str(path))
        return server


def build_site(site: Site, configuration: Path, site_dir: Path) -> None:
    """Write the whole site to ``site_dir``. BuildFailed on any warning, with all of them in its message."""
    heard = _Heard()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(heard)
    try:
        config = load_config(str(configuration), strict=True, site_dir=str(site_dir))
        plugin = config.plugins["gunbai"]
        assert isinstance(plugin, GunbaiPlugin)
        plugin.given = site
        config.plugins.on_startup(command="build", dirty=False)
        try:
            _build(config)
        finally:
            plugin.given = None
            config.plugins.on_shutdown()
    except (MkDocsException, Abort) as error:
        raise BuildFailed("\n".join([*heard.messages, str(error)])) from None
    finally:
        logger.removeHandler(heard)


def serve_site(configuration: Path, port: int, *, open_in_browser: bool = False) -> None:
    """Serve the site on this machine and build it anew after every saved file, until interrupted."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logger = logging.getLogger("mkdocs")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        _serve(str(configuration), open_in_browser=open_in_browser, dev_addr=f"127.0.0.1:{port}", strict=False)
    except (MkDocsException, Abort) as error:
        raise BuildFailed(str(error)) from None
    except OSError as error:
        raise BuildFailed(f"cannot serve on port {port}: {error.strerror}") from None
    finally:
        logger.removeHandler(handler)


class _Heard(logging.Handler):
    """Keeps warnings and errors for the message of a failed build."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())
