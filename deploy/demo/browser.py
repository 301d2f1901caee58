"""Drives a tab of Chromium by its DevTools protocol, over a pipe."""
import fcntl
import json
import os
import subprocess
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 30


class BrowserError(RuntimeError):
    pass


class Browser:
    """A browser without a window, with one tab. Keeps errors of the page's console."""

    def __init__(self, program, profile):
        reads, self.to = os.pipe()
        self.from_, writes = os.pipe()
        # The browser reads commands at 3 and answers at 4.
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs[0]} 4>&{theirs[1]}', "browser", program,
             "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
             "--disable-background-networking", "--disable-component-update",
             "--disable-sync", f"--user-data-dir={profile}",
             *(["--no-sandbox"] if os.geteuid() == 0 else []), "about:blank"],
            pass_fds=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (reads, writes, *theirs):
            os.close(end)
        os.set_blocking(self.from_, False)
        self.bytes, self.number, self.session, self.errors = b"", 0, None, []
        tabs = self.call("Target.getTargets")["targetInfos"]
        tab = next(each["targetId"] for each in tabs if each["type"] == "page")
        self.session = self.call("Target.attachToTarget",
                                 targetId=tab, flatten=True)["sessionId"]
        for room in ("Page", "Runtime", "Log"):
            self.call(room + ".enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for end in (self.to, self.from_):
            os.close(end)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + SECONDS
        while True:
            answer = self.next_message(method, end)
            if answer.get("id") == self.number:
                break
            self.note(answer)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def next_message(self, method, end):
        while b"\0" not in self.bytes:
            try:
                more = os.read(self.from_, 1 << 20)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise BrowserError(f"{method}: no answer in {SECONDS} s") from None
                time.sleep(0.001)
                continue
            if not more:
                raise BrowserError("the browser has ended")
            self.bytes += more
        text, _, self.bytes = self.bytes.partition(b"\0")
        return json.loads(text)

    def note(self, event):
        kind, told = event.get("method"), event.get("params", {})
        if kind == "Runtime.exceptionThrown":
            self.errors.append(str(told["exceptionDetails"].get("exception", told)))
        if kind == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(told["entry"]["text"])

    def open(self, address):
        """Opens another page than the current one."""
        self.call("Page.navigate", url=address)
        self.wait(f"location.href === {json.dumps(address)} && "
                  "document.readyState === 'complete'")

    def value(self, script):
        """Returns the value of an expression."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserError(script + ": " + json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, script):
        """Waits until an expression is true."""
        end = time.monotonic() + SECONDS
        while not self.value(script):
            if time.monotonic() > end:
                raise BrowserError(f"not true in {SECONDS} s: {script}")
            time.sleep(0.005)

    def click(self, selector):
        """Scrolls to an element and clicks in its middle."""
        x, y = self.value(
            f"(() => {{ const at = document.querySelector({json.dumps(selector)});"
            "at.scrollIntoView({block: 'nearest'});"
            "const box = at.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def enter(self):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter",
                      text="\r" if kind == "keyDown" else "",
                      windowsVirtualKeyCode=13)
