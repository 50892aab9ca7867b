"""The window of a game as a page in the browser, served by this program alone and to this machine alone."""

import atexit
import http.server
import importlib.resources
import json
import queue
import secrets
import sys
import threading
import webbrowser

from plylab.course.window import Keys

# Seconds to wait for the browser to start, and for it to read the last board.
OPENING = 15
CLOSING = 2


class Page(Keys):
    """Sends every board to the browser, and receives keys from it."""

    def __init__(self, zoom=1.0):
        self._changed = threading.Condition()
        self._number, self._board = 0, {}
        self._viewers = 0
        self._over = False
        self._keys: queue.SimpleQueue[str] = queue.SimpleQueue()
        text = importlib.resources.files("plylab.course").joinpath("page.html").read_text(encoding="utf-8")
        self._text = text.replace("ZOOM", f"{min(max(zoom, 0.2), 5):g}").encode()
        # Other pages in the same browser cannot know the address.
        self._path = f"/{secrets.token_urlsafe(12)}/"
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}{self._path}"
        print(f"The game is shown at {self.address}", file=sys.stderr)
        threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
        with self._changed:
            self._changed.wait_for(lambda: self._viewers, timeout=OPENING)
        atexit.register(self.close)

    def show(self, state):
        """Send a state."""
        self._send({"board": state._state._repr_svg_(), "score": state.score, "won": state._win, "lost": state._lose})

    def read_keys(self):
        """Return the keys pressed since the last call."""
        pressed = []
        while not self._keys.empty():
            pressed.append(self._keys.get())
        return pressed

    def close(self):
        """Let the browser read the last board, and stop serving."""
        with self._changed:
            self._over = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._viewers, timeout=CLOSING)
        self._server.shutdown()
        self._server.server_close()

    def _send(self, board):
        with self._changed:
            self._number, self._board = self._number + 1, board
            self._changed.notify_all()

    def _boards(self):
        """Yield every board that is still the newest when the reader is ready for it."""
        sent = 0
        with self._changed:
            self._viewers += 1
            self._changed.notify_all()
        try:
            while True:
                with self._changed:
                    while self._number == sent:
                        if self._over:
                            return
                        self._changed.wait()
                    sent, board = self._number, self._board
                yield board
        finally:
            with self._changed:
                self._viewers -= 1
                self._changed.notify_all()

    def _handler(self):
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == page._path:
                    self._answer("text/html; charset=utf-8", page._text)
                elif self.path == f"{page._path}boards":
                    self._stream()
                else:
                    self.send_error(404)

            def do_POST(self):
                if self.path != f"{page._path}key":
                    return self.send_error(404)
                size = int(self.headers.get("Content-Length") or 0)
                if size > 32:
                    return self.send_error(413)
                page._keys.put(self.rfile.read(size).decode(errors="ignore"))
                self._answer("text/plain", b"")

            def _answer(self, kind, body):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def _stream(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                try:
                    for board in page._boards():
                        self.wfile.write(f"data: {json.dumps(board)}\n\n".encode())
                    self.wfile.write(b"event: over\ndata: {}\n\n")
                except OSError:
                    # The page was closed.
                    return

            def log_message(self, *_):
                """Keep the terminal for the games."""

        return Handler
