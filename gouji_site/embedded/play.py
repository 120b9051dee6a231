"""`manage.py play`: the whole site from one command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .cli_args import Parser, filled, port
from .environment import own_addresses
from .instance import instance
from .options import DATA, Options
from .progress import note
from .supervisor import Interrupted
from .user_errors import write


def parse(argv: list[str]) -> Options:
    """Read the command line. Servers that DATABASE_URL and REDIS_URL name are used and not started."""
    parser = Parser(
        prog="manage.py play",
        description="启动整个网站 Start the whole site: servers, workers, bots and the web server.",
    )
    parser.add_argument(
        "--host", type=filled, default="127.0.0.1", help="监听的地址 address to listen on"
    )
    parser.add_argument("--port", type=port, default=8000, help="端口 port (0: any free one)")
    parser.add_argument(
        "--data-dir",
        type=filled,
        default=os.environ.get("DATA_DIR") or DATA,
        help="数据文件夹 folder of the data",
    )
    arguments = parser.parse_args(argv)
    return Options(
        data=Path(arguments.data_dir),
        host=arguments.host,
        port=arguments.port,
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
    )


def main(argv: list[str]) -> int:
    """Run the site until a signal comes, and return the exit code. Raises UserError where it cannot start."""
    options = parse(argv)
    try:
        with instance(options) as supervisor:
            write(sys.stdout, _welcome(options, supervisor.state.url))
            try:
                supervisor.watch()
            except Interrupted:
                note("· 正在停止 Stopping …")
    except Interrupted:
        note("· 启动被中断 Interrupted while starting")
        return 130  # as shells have it: 128 and the number of SIGINT
    note("· 已停止，数据都已保存 Stopped; everything is kept")
    return 0


def _welcome(options: Options, url: str) -> str:
    lines = [f"\n够级已就绪 Gouji is ready:  {url}"]
    if options.host in {"0.0.0.0", "::"}:  # noqa: S104 -- compared, not bound
        port = url.rstrip("/").rpartition(":")[2]
        lines += [f"局域网地址 On your network:  http://{own}:{port}/" for own in own_addresses()]
    lines.append("按 Ctrl-C 停止 Press Ctrl-C to stop\n")
    return "\n".join(lines) + "\n"
