"""A small search engine, as a company of [members] may have one, for this demo.

Serves page.html to browsers of this machine, finds candidates in rows of `fedltr
features`, has them ranked by the member's agent and reports the clicks. The agent's
token stays here: browsers ask the engine only, so the agent needs no door for pages.
"""
import csv
import http.client
import http.server
import json
import pathlib
import threading

PAGE = pathlib.Path(__file__).with_name("page.html")
LONGEST_BODY = 1 << 16
DEPTH = 10


class Engine:
    """Answers of one member's engine. Threads may call all functions at once.

    candidates: text of a query -> its documents, (name, row) each, by BM25
    texts: name of a document -> (title, text)
    """

    def __init__(self, member, agent, data, out, candidates, texts):
        self.member, self.agent, self.out = member, agent, out
        self.token = (data / "agent.token").read_text().strip()
        self.candidates, self.texts = candidates, texts

    def ask(self, path, body=None):
        """Returns the agent's answer; None if it is away or refuses."""
        connection = http.client.HTTPConnection(self.agent, timeout=5)
        try:
            connection.request(
                "GET" if body is None else "POST", path,
                None if body is None else json.dumps(body),
                {"Authorization": "Bearer " + self.token},
            )
            answer = connection.getresponse()
            return json.load(answer) if answer.status == 200 else None
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def search(self, asked):
        """Returns the list to show: the engine's own if the agent does not rank."""
        found = self.candidates.get(asked["query"].strip(), [])
        names = [name for name, _ in found]
        ranked = found and self.ask("/rank", {
            "user": asked["user"], "documents": names, "rows": [row for _, row in found],
        })
        ranked = ranked or {"search": None, "model": None, "documents": names[:DEPTH]}
        ranked["documents"] = [
            dict(zip(("name", "title", "text"), (name, *self.texts[name])))
            for name in ranked["documents"]
        ]
        return ranked

    def click(self, asked):
        return self.ask("/clicks", {"search": asked["search"], "clicked": asked["clicked"]})

    def forget(self, asked):
        return self.ask("/forget", {"user": asked["user"]})

    def status(self):
        """Returns what the member knows of itself, and its metric by epoch."""
        try:
            with open(self.out / "own.csv", newline="") as file:
                curve = [[int(row["epoch"]), float(row["ndcg@10"])]
                         for row in csv.DictReader(file)]
        except FileNotFoundError:
            curve = []
        return {"member": self.member, "agent": self.ask("/status"), "curve": curve,
                "queries": sorted(self.candidates)}


class Door(http.server.BaseHTTPRequestHandler):
    """Answers only requests to its own name, and POST only with a type that pages of
    other sites can't send without asking first."""

    timeout = 5

    def answer(self, status, body, kind="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": kind + "; charset=utf-8",
            "Content-Length": str(len(data)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy":
                "default-src 'none'; connect-src 'self'; img-src data:; "
                "script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def is_own(self):
        own = "%s:%d" % self.server.server_address
        if self.headers.get("Host") in (own, own.replace("127.0.0.1", "localhost")):
            return True
        self.answer(403, {"error": f"this is {own} only"})
        return False

    def do_GET(self):
        if not self.is_own():
            return
        if self.path == "/":
            self.answer(200, PAGE.read_bytes(), "text/html")
        elif self.path == "/status":
            self.answer(200, self.server.engine.status())
        else:
            self.answer(404, {"error": "try /"})

    def do_POST(self):
        if not self.is_own():
            return
        engine = self.server.engine
        doors = {"/search": engine.search, "/clicks": engine.click,
                 "/forget": engine.forget}
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Content-Type") != "application/json":
            return self.answer(415, {"error": "expected application/json"})
        if self.path not in doors or not 0 < len(length) < 10 \
                or not length.isascii() or not length.isdigit() or int(length) > LONGEST_BODY:
            return self.answer(400, {"error": "try " + ", ".join(doors)})
        try:
            reply = doors[self.path](json.loads(self.rfile.read(int(length))))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return self.answer(400, {"error": "the body is not as page.html sends it"})
        self.answer(200, reply)

    def log_message(self, *_):
        pass


def serve(engine, port=0):
    """Starts to serve on this machine. Returns the page's address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Door)
    server.engine = engine
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://%s:%d/" % server.server_address
