"""Phones: Chromium, controlled by WebDriver, with the size of a phone. And a reader for the QR code on the wall."""

import os
import subprocess
from pathlib import Path

from basics import PACKAGES, eventually, leave, tool

try:
    from selenium import webdriver
    from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    leave("selenium is missing: apt-get install python3-selenium")

PACKAGES.update({"chromium": "chromium", "chromedriver": "chromium-driver", "zbarimg": "zbar-tools"})

# Where `assets/test` puts axe-core.
AXE = Path(os.environ.get("AXE") or Path(__file__).resolve().parents[2] / ".build-axe/axe.min.js")


def axe():
    """The text of axe-core."""
    if not AXE.is_file():
        leave("axe-core is missing: assets/test fetches it; or AXE names its axe.min.js")
    return AXE.read_text()


def decoded(path):
    """The text of the QR code in a picture."""
    answer = subprocess.run([tool("zbarimg"), "--quiet", "--raw", path], capture_output=True, text=True)
    return answer.stdout.strip()


class Phone:
    """A browser that shares no cookies with others."""

    def __init__(self, home, width=390, height=844, language="en", scheme="light"):
        options = webdriver.ChromeOptions()
        options.binary_location = tool("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--lang={language}",
                         f"--user-data-dir={home}", "--no-first-run", "--disable-background-networking"):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # Without this, each browser starts a D-Bus daemon and one for accessibility, which outlive it. Each of them
        # holds one of the 128 inotify instances of a user.
        variables = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:", "NO_AT_BRIDGE": "1"}
        self.driver = webdriver.Chrome(options=options, service=Service(tool("chromedriver"), env=variables))
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.resize(width, height)

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700})

    def connect(self, is_connected):
        """Whether the browser has a network."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": not is_connected, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def close(self):
        self.driver.quit()

    def open(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def shows(self, selector):
        """True if the element exists and can be seen."""
        return self.run(
            "const it = document.querySelector(arguments[0]); return Boolean(it && it.getClientRects().length)",
            selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent", selector)

    def await_text(self, selector, text, within=20.0):
        eventually(
            lambda: self.text(selector) == text, lambda: f"{text!r} in {selector}, but {self.text(selector)!r}", within)

    def tap(self, selector):
        """Taps an element like a thumb. First waits until it can be tapped, and scrolls it into view."""
        self.act(lambda element: element.click(), selector)

    def write(self, selector, text):
        self.act(lambda element: (element.clear(), element.send_keys(text)), selector)

    def act(self, action, selector):
        def once():
            element = self.find(selector)
            if not element.is_enabled():
                return False
            # Not under the small wall, which stays at the top.
            self.run("arguments[0].scrollIntoView({block: 'center'})", element)
            action(element)
            return True

        def tried():
            try:
                return once()
            except (StaleElementReferenceException, WebDriverException) as error:
                self.refusal = error
                return False

        self.refusal = None
        eventually(tried, lambda: f"{selector}, {self.refusal}")

    def await_no_countdown(self):
        """Waits until the page knows that the wall has no countdown, and its controls take taps again."""
        eventually(lambda: not self.shows("#go"), "no countdown on the page")
        eventually(lambda: not self.run("return document.querySelector('.is-moving')"), "controls that take taps")

    def open_all(self):
        self.run("for (const part of document.querySelectorAll('details')) part.open = true")

    def ground(self):
        """The colour of the small wall: red, green and blue, 0 to 255."""
        text = self.run("return getComputedStyle(document.querySelector('#wall')).backgroundColor")
        return tuple(int(part) for part in text.removeprefix("rgb(").removesuffix(")").split(","))

    def overflow(self):
        return self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def small_targets(self):
        """The elements to be tapped that are smaller than 44 by 44 pixels."""
        return self.run("""
            const boxes = (it) => (it.closest('label.switch') ?? it).getBoundingClientRect()
            return [...document.querySelectorAll('button, input, select, summary')]
              .filter((it) => it.getClientRects().length)
              .filter((it) => boxes(it).width < 44 || boxes(it).height < 44).map((it) => it.outerHTML)""")

    def violations(self, script):
        """The violations that axe-core finds."""
        self.run(script)
        found = self.driver.execute_async_script("axe.run(document).then(arguments[0], arguments[0])")
        return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]

    def complaints(self):
        """The console's messages, such as violated policies and script errors. Without failed requests."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if "Failed to load resource" not in entry["message"]]
