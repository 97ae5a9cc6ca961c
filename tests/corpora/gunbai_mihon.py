"""The command ``gunbai`` with the tests' engine: ``python gunbai_mihon.py find 灯台``."""

from pathlib import Path

import gunbai.engine

gunbai.engine.__path__.append(str(Path(__file__).parent / "engine"))

if __name__ == "__main__":
    from gunbai.cli import main

    main()
