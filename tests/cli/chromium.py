"""Chromium without a window and without a network, driven through its debugging pipe (the DevTools protocol): open a page, run
JavaScript, press keys, take pictures.

    with chromium.Browser(folder) as browser:
        page = browser.open("report.html", width=390)
        page.evaluate("document.title")
"""
import base64
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 120  # seconds: against hanging alone
END = b"\0"  # of a message


class Browser:
    """`folder` takes its profile."""

    def __init__(self, folder):
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb",
                     f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"]
        script = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", script, "bash", PROGRAM, *arguments], pass_fds=(to_browser, from_browser),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.numbers, self.received, self.events = itertools.count(1), b"", []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self.writing)
        os.close(self.reading)

    def call(self, method, session=None, **parameters):
        """The result of a call of the protocol; what happens meanwhile is kept in `events`."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.writing, json.dumps(message).encode() + END)
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def message(self):
        deadline = time.monotonic() + PATIENCE
        while END not in self.received:
            if not select.select([self.reading], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError("Chromium says nothing")
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                raise AssertionError("Chromium has ended")
            self.received += piece
        text, _, self.received = self.received.partition(END)
        return json.loads(text)

    def open(self, path, width=1280, height=900, scheme="light", address=""):
        return Page(self, pathlib.Path(path).resolve().as_uri() + address, width, height, scheme)


class Page:
    def __init__(self, browser, uri, width, height, scheme):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Performance.enable", timeDomain="threadTicks")
        self.begun = time.monotonic()
        self.call("Page.navigate", url=uri)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 700)

    def evaluate(self, expression):
        """The value of an expression of JavaScript, or of its promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression):
        """Until it is true; returns the seconds since the page was asked for."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise AssertionError(f"never true: {expression}; {self.complaints()}")
            time.sleep(0.02)
        return time.monotonic() - self.begun

    def press(self, key, text=None):
        code = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "End": 35, "Home": 36, "PageDown": 34}.get(key, 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else text)
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, x, y):
        """With the mouse, px from the top left of the window."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def picture(self):
        """PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def main_thread_seconds(self):
        """The processor time of the page's main thread."""
        metrics = {entry["name"]: entry["value"] for entry in self.call("Performance.getMetrics")["metrics"]}
        return metrics["ThreadTime"]

    def _events(self, *methods):
        self.evaluate("1")
        return [event["params"] for event in self.browser.events if event.get("sessionId") == self.session and event["method"] in methods]

    def complaints(self):
        """Errors and warnings of the console, and exceptions that nobody caught."""
        entries = [event["entry"] for event in self._events("Log.entryAdded")]
        said = [entry["text"] for entry in entries if entry["level"] in ("error", "warning")]
        said += [str(event["args"]) for event in self._events("Runtime.consoleAPICalled") if event["type"] in ("error", "warning", "assert")]
        return said + [str(event["exceptionDetails"]) for event in self._events("Runtime.exceptionThrown")]

    def skipped_headings(self):
        """Texts of headings that are more than a level below the one before them."""
        return self.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(({tagName}, k, all) => "
                             "tagName[1] - (all[k - 1]?.tagName[1] ?? 0) > 1).map(({textContent}) => textContent)")

    def requests(self):
        """Addresses that the page asked for, but for itself and what it holds."""
        addresses = [event["request"]["url"] for event in self._events("Network.requestWillBeSent")]
        return [address for address in addresses if not address.startswith(("data:", "blob:", "file:"))]
