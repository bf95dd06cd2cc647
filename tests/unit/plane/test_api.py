"""What the client makes of a server's answers; the server here is a list of them."""

import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.plane.api import Api, Connection, condition, is_true

BOOKED = 'Operation cannot be fulfilled on resourcequotas "tenantry": the object has been modified'
STALE = 'Operation cannot be fulfilled on jobs.batch "train": the object has been modified'


class Server:
    """Gives the messages of `answers` as conflicts, one by one, and then a success."""

    def __init__(self, folder: Path) -> None:
        self.answers: list[str] = []
        self.asked = 0
        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(folder / "ca.crt"))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("127.0.0.1").configure_cert(context)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                outer.asked += 1
                body = {"message": outer.answers.pop(0)} if outer.answers else {"kind": "Job"}
                text = json.dumps(body).encode()
                self.send_response(409 if "message" in body else 201)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: object) -> None:
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        self.api = Api(Connection(self.http.server_port, folder / "ca.crt"), "token")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path)
    threading.Thread(target=started.http.serve_forever, daemon=True).start()
    yield started
    started.api.connection.pool.close()
    started.http.shutdown()
    started.http.server_close()


def test_sends_again_what_met_another_booking_of_a_quota(server: Server) -> None:
    server.answers = [BOOKED] * 3

    assert server.api.request("POST", "/jobs", {}).status == 201
    assert server.asked == 4


def test_gives_up_where_a_quota_stays_in_conflict(server: Server) -> None:
    server.answers = [BOOKED] * 50

    assert server.api.request("POST", "/jobs", {}).message == BOOKED
    assert server.asked == 20


def test_sends_nothing_else_again(server: Server) -> None:
    server.answers = [STALE]

    assert server.api.request("POST", "/jobs", {}).message == STALE
    assert server.asked == 1


def test_finds_a_condition_and_whether_it_is_true() -> None:
    item = {"status": {"conditions": [{"type": "Active", "status": "False", "reason": "Stopped"}]}}

    assert condition(item, "Active")["reason"] == "Stopped"
    assert condition(item, "Ready") == condition({}, "Active") == condition({"status": {"conditions": None}}, "A") == {}
    assert not is_true(item, "Active")
    assert is_true({"status": {"conditions": [{"type": "Active", "status": "True"}]}}, "Active")
