"""The only file that knows MkDocs: hands it the pages, builds, serves. Another generator means another file here."""

from __future__ import annotations

import gc
import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from jinja2 import Environment
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
from gunbai.search.api import Api
from gunbai.search.documents import entries
from gunbai.search.shards import PLACE, browser_files
from gunbai.site import edition, finish, policy
from gunbai.site.blocks import Blocks
from gunbai.site.defects import defects_of
from gunbai.site.load import ENGINES, load_site
from gunbai.site.offline import Offline
from gunbai.site.pages import ASSETS, Site, data_files, fill, generated, refresh
from gunbai.site.prose import title
from gunbai.site.static_api import api_files

__all__ = ["BuildFailed", "GunbaiPlugin", "build_site", "serve_site"]

_WORKER = re.compile(r'("search": *")[^"]*?assets/javascripts/workers/search[^"]*(")')
"""Where a page's configuration names the theme's search worker."""
_NO_INDEX = '{"config":{"lang":["ja"],"separator":"[\\\\s]+","pipeline":[]},"docs":[]}'
"""The theme asks for an index before it starts a worker; ours reads its own files."""


class _NoIndex:
    """Stands for the index of the theme's search plugin, whose box the pages need, but not its index."""

    def add_entry_from_context(self, page: MkPage) -> None:
        """List nothing of a page."""

    def generate_search_index(self, _before: object) -> str:
        """What the theme reads."""
        return _NO_INDEX


_THEME = str(Path(__file__).parent / "templates/theme")
"""Templates that replace those of the theme."""
_INLINE = ("partials/javascripts/base.html", "partials/javascripts/palette.html")
"""The theme's templates whose scripts run in the page; all else lies in files."""
log = logging.getLogger("mkdocs.plugins.gunbai")


class BuildFailed(Exception):
    """The site could not be built; the message says why."""


class GunbaiConfig(Config):  # type: ignore[no-untyped-call]
    """The plugin's options in mkdocs.yml."""

    rulings = options.Type(str, default="rulings")


class GunbaiPlugin(BasePlugin[GunbaiConfig]):  # type: ignore[no-untyped-call]
    """Adds the generated pages to the site. While serving, only pages whose content changed are built again."""

    given: Site | None = None
    """The site of a build that has already read and checked the corpus."""
    serving = False
    site: Site | None = None
    now: dict[str, str | bytes]
    built: Mapping[str, str | bytes] = MappingProxyType({})
    """The content of every generated file of the last build that succeeded."""
    frame: object = None
    """What every page depends on: with another frame all are built again."""
    worker = ""
    """Where the search worker lies."""
    searched: Mapping[str, bytes] = MappingProxyType({})
    """The files of the search, by place."""
    sheets: tuple[str, ...] = ()
    """Our own style sheets: pages get one, joined with the theme's."""
    policy = ""
    """The Content Security Policy of all pages."""
    offline: Offline | None = None
    """What a device keeps of the site that was built last."""

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Whether pages are shown while they are written. Its presence keeps one plugin over all rebuilds."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the corpus, and list the games in the nav."""
        self.site = self.given or self._read(config)
        if _THEME not in config.theme.dirs:
            config.theme.dirs.insert(0, _THEME)
        for name in ("search", "material/search"):
            if name in config.plugins:
                config.plugins[name].search_index = _NoIndex()  # type: ignore[attr-defined]
        config.markdown_extensions.append(Blocks())  # names and extensions are both taken
        games = [{title(g.title): f"{urls.game_url(g.id)}index.md"} for g in self.site.corpus.games]
        if config.nav:
            config.nav = [config.nav[0], *games, *config.nav[1:]]
        self.sheets, config.extra_css = tuple(map(str, config.extra_css)), []
        config.extra["preview"] = self.serving
        config.extra["bundle"] = next(p.name for d in config.theme.dirs
                                      for p in Path(d).glob("assets/javascripts/bundle.*.min.js"))
        frame = (Path(config.config_file_path).read_bytes(), str(config.nav))
        if frame != self.frame:
            self.frame, self.built = frame, {}
        return config

    def _read(self, config: MkDocsConfig) -> Site:
        root = Path(config.config_file_path).parent
        if self.serving:
            refresh()
        site = load_site(root / self.config.rulings, self.site if self.serving else None, preview=self.serving)
        if site.corpus.defects:  # a file cannot be read: keep what is shown, say what is wrong
            words = "\n".join(map(str, site.corpus.defects))
            if not self.serving or self.site is None:
                raise PluginError(words)
            log.error(words)
            return self.site
        for defect in defects_of(site.corpus, list(site.runs.values())):
            log.warning(str(defect))
        return site

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """The generated pages and their assets."""
        assert self.site
        self.site.defects.clear()
        self.worker, self.searched = browser_files(entries(self.site.corpus), fixed_name=True)
        pages = {page.path: page.content for page in generated(self.site, config.site_url or "")}
        self.now = {**pages, **{place: path.read_bytes() for place, path in ASSETS.items()},
                    **data_files(self.site, config.site_url or ""),
                    edition.PLACE: edition.edition_of(self.site.corpus.root).json()}
        if self.serving:
            for file in files.documentation_pages():
                file.is_modified = lambda: True  # type: ignore[method-assign]  # its blocks may have changed
        for place, content in self.now.items():
            inclusion = InclusionLevel.NOT_IN_NAV if place in pages else InclusionLevel.UNDEFINED
            file = File.generated(config, place, content=content, inclusion=inclusion)
            if self.built.get(place) == content:
                file.is_modified = lambda: False  # type: ignore[method-assign]
            files.append(file)
        for defect in self.site.defects:
            log.warning(str(defect))
        return files

    def on_env(self, env: Environment, config: MkDocsConfig, **_: Any) -> None:
        """The policy, made of the theme's templates alone. A preview reloads itself by a script that has no digest."""
        assert env.loader
        texts = [env.loader.get_source(env, name)[0] for name in _INLINE]
        self.policy = policy.policy(s for text in texts for s in policy.inline_scripts(text))
        if not self.serving:
            config.extra["policy"] = self.policy

    def on_page_markdown(self, markdown: str, page: MkPage, **_: Any) -> str:
        """Fill the blocks of the hand-written pages."""
        assert self.site
        return markdown if page.file.generated_by else fill(markdown, self.site, page.url.count("/"))

    def on_post_build(self, config: MkDocsConfig) -> None:
        """Write the search, and finish the site. While serving: remember what was built, take away what is gone."""
        assert self.site
        site_dir = Path(config.site_dir)
        self._write_search(site_dir)
        for place, content in api_files(self.site.corpus):
            (site_dir / place).parent.mkdir(parents=True, exist_ok=True)
            (site_dir / place).write_bytes(content)
        games = {urls.game_url(g.id): title(g.title) for g in self.site.corpus.games}
        if not self.serving:
            self.offline = finish.finish(
                site_dir, config.site_name, self.sheets, edition.edition_of(self.site.corpus.root), games,
                address=config.site_url or "", headers=self.policy)
            return
        finish.preview(site_dir, config.site_name, self.sheets, games)
        for place in self.built.keys() - self.now.keys():
            Path(File.generated(config, place, content="").abs_dest_path).unlink(missing_ok=True)
        self.built = self.now

    def on_post_page(self, output: str, **_: Any) -> str:
        """Put our search worker in the place of the theme's, and see that the policy will stop nothing of the page."""
        for script in policy.strangers(output, self.policy):
            log.warning(f"a page holds an inline script that its policy forbids: {script}")
        return self._with_worker(output)

    def on_post_template(self, output_content: str, **_: Any) -> str:
        """The same for the page for missing addresses."""
        return self._with_worker(output_content)

    def _with_worker(self, page: str) -> str:
        return _WORKER.sub(lambda m: f"{m[1]}{_up(m[0])}{self.worker}{m[2]}", page)

    def _write_search(self, site_dir: Path) -> None:
        """The files of the search, and nothing of an earlier one."""
        home = site_dir / PLACE
        wanted = {site_dir / place: content for place, content in self.searched.items()}
        for old in [p for p in home.rglob("*") if p.is_file() and p not in wanted]:
            old.unlink()
        for path, content in wanted.items():
            if not path.exists() or path.parent == home:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:
        """Build anew when a ruling or an engine is saved."""
        assert self.site
        for path in (self.site.corpus.root, ENGINES, Path(__file__).parent):
            server.watch(str(path))
        rulings = self.site.corpus.root / "synonyms.yaml"
        if rulings.is_file():
            server.watch(str(rulings))
        api = Api(self.site.corpus.root.parent, server.get_app(), f"{server.mount_path}api/search")
        server.set_app(api)
        return server


def build_site(site: Site, configuration: Path, site_dir: Path, site_url: str = "") -> Offline:
    """Write the whole site to ``site_dir``; what a device keeps of it. BuildFailed on any warning, with all of them.

    ``site_url`` says where the site will be served, in place of what the configuration says.
    """
    heard = _Heard()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(heard)
    try:
        own = {"site_url": f"{site_url.rstrip('/')}/"} if site_url else {}
        config = load_config(str(configuration), strict=True, site_dir=str(site_dir), **own)
        plugin = config.plugins["gunbai"]
        assert isinstance(plugin, GunbaiPlugin)
        plugin.given = site
        config.plugins.on_startup(command="build", dirty=False)
        usual = gc.get_threshold()
        gc.set_threshold(20_000, 10, 200)  # full collections are rarer: each walks all pages that are there already
        try:
            _build(config)
            assert plugin.offline
            return plugin.offline
        finally:
            gc.set_threshold(*usual)
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
    handler.addFilter(lambda record: "'dirty' build" not in record.getMessage())  # ours is accurate: see GunbaiPlugin
    logger = logging.getLogger("mkdocs")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        _serve(str(configuration), build_type="dirty", open_in_browser=open_in_browser, dev_addr=f"127.0.0.1:{port}",
               strict=False)
    except (MkDocsException, Abort) as error:
        raise BuildFailed(str(error)) from None
    except OSError as error:
        raise BuildFailed(f"cannot serve on port {port}: {error.strerror}") from None
    finally:
        logger.removeHandler(handler)


def _up(name: str) -> str:
    """The way from a page up to the site's root, as the page's configuration writes it."""
    found = re.search(r'"((?:\.\./|\./|/)*)assets/', name)
    return found[1] if found else ""


class _Heard(logging.Handler):
    """Keeps warnings and errors for the message of a failed build."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())
