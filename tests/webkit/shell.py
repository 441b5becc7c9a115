"""One webview of real WebKit: a small iOS-like shell whose page talks through the message handler `tyyShell`, or, where the
first argument is `browser`, a plain browser without one.

Speaks JSON, one message a line. Takes on standard input:
    {"open": address}               opens a page
    {"before": script}              runs a script in each page from now on, before its own
    {"receive": json}               hands the page a reply, as `window.tyyBridge.receive`
    {"id": 1, "run": script}        runs the body of an asynchronous function and sends back what it returns
Says on standard output:
    {"ready": true}, {"call": json} (a message of the page), {"id": 1, "value": …} or {"id": 1, "error": text}
"""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

IS_BROWSER = sys.argv[1:] == ["browser"]
USER_AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + ("Version/18.0 Mobile/15E148 Safari/604.1" if IS_BROWSER else "Mobile/15E148 TyyShell/1.0 Language/en")
)


def say(message):
    print(json.dumps(message), flush=True)


class Shell:
    def __init__(self):
        content = WebKit2.UserContentManager()
        if not IS_BROWSER:
            content.connect(
                "script-message-received::tyyShell",
                lambda _manager, result: say({"call": result.get_js_value().to_string()}),
            )
            content.register_script_message_handler("tyyShell")
        self.content = content

        self.view = WebKit2.WebView(
            user_content_manager=content,
            web_context=WebKit2.WebContext.new_with_website_data_manager(
                WebKit2.WebsiteDataManager.new_ephemeral()
            ),
        )
        settings = self.view.get_settings()
        settings.set_user_agent(USER_AGENT)
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)

        self.running = set()
        self.view.connect("load-changed", self.forget)

        window = Gtk.Window()
        window.set_default_size(390, 844)
        window.add(self.view)
        window.show_all()

    def obey(self, message):
        if "open" in message:
            self.view.load_uri(message["open"])
        elif "before" in message:
            frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
            start = WebKit2.UserScriptInjectionTime.START
            self.content.add_script(WebKit2.UserScript.new(message["before"], frames, start, None, None))
        elif "receive" in message:
            # JSON of a text is a JavaScript literal of it: nothing in the reply can end the literal.
            literal = json.dumps(message["receive"])
            self.view.evaluate_javascript(
                f"window.tyyBridge?.receive({literal})", -1, None, None, None, None
            )
        else:
            self.run(message["id"], message["run"])

    def run(self, number, script):
        def done(view, result):
            if number not in self.running:
                return
            self.running.remove(number)
            try:
                value = view.call_async_javascript_function_finish(result)
                say({"id": number, "value": json.loads(value.to_json(0) or "null")})
            except GLib.Error as error:
                say({"id": number, "error": error.message})

        self.running.add(number)
        self.view.call_async_javascript_function(script, -1, None, None, None, None, done)

    def forget(self, _view, event):
        """WebKit says nothing of scripts whose page has gone while they ran."""
        if event != WebKit2.LoadEvent.COMMITTED:
            return
        for number in self.running:
            say({"id": number, "error": "The page has gone."})
        self.running.clear()


def listen(shell):
    for line in sys.stdin:
        GLib.idle_add(shell.obey, json.loads(line))
    GLib.idle_add(Gtk.main_quit)


shell = Shell()
threading.Thread(target=listen, args=(shell,), daemon=True).start()
say({"ready": True})
Gtk.main()
