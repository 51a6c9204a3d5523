#!/usr/bin/env python3
"""Runs a Matrix homeserver (Synapse) for tests, until its standard input ends.

    homeserver.py VENV [DATA [default|raised]]

Installs Synapse into the virtual environment VENV unless it is there; that is all without DATA. Keeps everything else in the
folder DATA, and prints the URL when the homeserver answers. A line SIGTERM or SIGKILL sends it that signal and starts it
again, and the URL is printed again. When the standard input ends, so does the homeserver, and DATA is removed: however a test
ends, nothing is left. It listens on loopback only, does not federate, and registers anyone who asks. "default" keeps Synapse's
own rate limits, except for registrations and logins, which in tests all come from one address.
"""

import fcntl
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

VERSION = "1.163.2"

# What Synapse calls its rate limits, by the depth of their settings.
LIMITS = ("rc_message", "rc_admin_redaction", "rc_joins_per_room", "rc_media_create", "rc_room_creation", "rc_key_requests")
NESTED_LIMITS = {
    "rc_joins": ("local", "remote"),
    "rc_invites": ("per_room", "per_user", "per_issuer"),
}
UNLIMITED = {"per_second": 10000, "burst_count": 10000}

# How long it may take to end when asked to.
WAIT_LIMIT = 60


def install(venv):
    """Installs Synapse once; of several tests that begin together, one does and the others wait."""
    venv.parent.mkdir(parents=True, exist_ok=True)
    mark = venv / "synapse-version"
    with open(venv.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if mark.is_file() and mark.read_text() == VERSION:
            return
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True, stdout=sys.stderr)
        pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(pip + ["--only-binary", ":all:", f"matrix-synapse=={VERSION}"], check=True, stdout=sys.stderr)
        mark.write_text(VERSION)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def configuration(data, port, is_limited):
    log = {
        "version": 1,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
        "handlers": {"file": {"class": "logging.FileHandler", "formatter": "line", "filename": str(data / "homeserver.log")}},
        "root": {"level": "INFO", "handlers": ["file"]},
        "disable_existing_loggers": False,
    }
    (data / "log.yaml").write_text(json.dumps(log))
    settings = {
        "server_name": "localhost",
        "public_baseurl": f"http://127.0.0.1:{port}/",
        "listeners": [{
            "port": port, "bind_addresses": ["127.0.0.1"], "type": "http", "tls": False, "resources": [{"names": ["client"]}],
        }],
        "database": {"name": "sqlite3", "args": {"database": str(data / "homeserver.db")}},
        "media_store_path": str(data / "media"),
        "signing_key_path": str(data / "signing.key"),
        "log_config": str(data / "log.yaml"),
        "macaroon_secret_key": secrets.token_hex(16),
        "form_secret": secrets.token_hex(16),
        "enable_registration": True,
        "enable_registration_without_verification": True,
        "bcrypt_rounds": 4,
        "presence": {"enabled": False},
        "url_preview_enabled": False,
        "report_stats": False,
        "trusted_key_servers": [],
        "federation_domain_whitelist": [],
        # Rooms that tests upgrade.
        "default_room_version": "11",
        "rc_registration": UNLIMITED,
        "rc_login": {part: UNLIMITED for part in ("address", "account", "failed_attempts")},
    }
    if not is_limited:
        settings.update({name: UNLIMITED for name in LIMITS})
        settings.update({name: dict.fromkeys(parts, UNLIMITED) for name, parts in NESTED_LIMITS.items()})
    # JSON is YAML.
    (data / "homeserver.yaml").write_text(json.dumps(settings))


def answers(url):
    try:
        with urllib.request.urlopen(f"{url}/_matrix/client/versions", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def begin(synapse, data, log, url):
    """Starts Synapse and waits until it answers."""
    server = subprocess.Popen(synapse, cwd=data, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    while not answers(url):
        if server.poll() is not None:
            sys.exit("Synapse ended: " + (data / "start.log").read_text()[-2000:])
        time.sleep(0.1)
    print(url, flush=True)
    return server


def end(server, how):
    server.send_signal(how)
    try:
        server.wait(WAIT_LIMIT)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def main():
    venv, *folders = (pathlib.Path(argument).absolute() for argument in sys.argv[1:3])
    install(venv)
    if not folders:
        return
    data = folders[0]
    data.mkdir(parents=True, exist_ok=True)
    port = free_port()
    configuration(data, port, is_limited=sys.argv[3:4] == ["default"])
    synapse = [str(venv / "bin" / "python"), "-m", "synapse.app.homeserver", "--config-path", "homeserver.yaml"]
    url = f"http://127.0.0.1:{port}"
    server = None
    try:
        with open(data / "start.log", "w") as log:
            subprocess.run(synapse + ["--generate-keys"], cwd=data, check=True, stdout=log, stderr=log)
            server = begin(synapse, data, log, url)
            for line in sys.stdin:
                end(server, signal.Signals[line.strip()])
                server = begin(synapse, data, log, url)
    finally:
        if server is not None:
            server.kill()
            server.wait()
        shutil.rmtree(data, ignore_errors=True)


main()
