"""Real WebKit webviews: a small iOS-like shell whose page calls the message handler `tyyShell`, or, with `--browser`, a plain
browser without the handler and with several tabs. Data is kept only in the folder that `--profile` names.

Messages are JSON, one per line. Commands on standard input; those for one tab have its number (`"tab": 0`):
    {"new": 1}                      opens a tab with this number; tab 0 is open from the start
    {"open": address}               opens a page
    {"before": script}              runs a script in each page from now on, before the page's own scripts
    {"receive": json}               passes the page a reply, as `window.tyyBridge.receive`
    {"back": true}                  presses Back, which goes back in the history
    {"tap": [x, y]}                 taps there; counts as a user gesture
    {"choose": [file, …]}           ends the oldest open file chooser with these files; an empty list cancels it
    {"id": 1, "run": script}        runs the body of an async function and sends its result
Messages on standard output:
    {"ready": true}, {"call": json} (a call of the page), {"id": 1, "value": …} or {"id": 1, "error": text},
    {"tab": 0, "chooser": true} (a file chooser has opened; false if it accepts only one file)
"""

import argparse
import json
import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

arguments = argparse.ArgumentParser()
arguments.add_argument("--browser", action="store_true")
arguments.add_argument("--profile")
given = arguments.parse_args()

USER_AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + ("Version/18.0 Mobile/15E148 Safari/604.1" if given.browser else "Mobile/15E148 TyyShell/1.0 Language/en")
)


def say(message):
    print(json.dumps(message), flush=True)


class Tab:
    def __init__(self, number, context, content):
        self.number = number
        self.view = WebKit2.WebView(user_content_manager=content, web_context=context)
        settings = self.view.get_settings()
        settings.set_user_agent(USER_AGENT)
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)

        self.running = set()
        self.choosers = []
        self.view.connect("load-changed", self.forget)
        self.view.connect("run-file-chooser", self.open_chooser)

        window = Gtk.Window()
        window.set_default_size(390, 844)
        window.add(self.view)
        window.show_all()

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
        self.call(
            f"const running = (window.running ??= new Set()).add({number});"
            f"try {{ return await (async () => {{ {script}\n }})(); }} finally {{ running.delete({number}); }}",
            done,
        )

    def call(self, script, done):
        self.view.call_async_javascript_function(script, -1, None, None, None, None, done)

    def forget(self, _view, event):
        """
        WebKit does not report scripts whose page was left while they ran. A script that was sent earlier may still run in
        the new page, so ask the page for its running scripts; results of finished scripts arrive before this response.
        """
        if event != WebKit2.LoadEvent.COMMITTED:
            return
        sent = set(self.running)

        def done(view, result):
            try:
                value = view.call_async_javascript_function_finish(result)
            except GLib.Error:
                return  # This page was left too; the next page is asked.
            for number in sent & self.running - set(json.loads(value.to_json(0))):
                self.running.remove(number)
                say({"id": number, "error": "The page has gone."})

        self.call("return [...(window.running ?? [])];", done)

    def open_chooser(self, _view, request):
        self.choosers.append(request)
        say({"tab": self.number, "chooser": request.get_select_multiple()})
        return True

    def choose(self, files):
        request = self.choosers.pop(0)
        if files:
            request.select_files(files)
        else:
            request.cancel()

    def tap(self, x, y):
        for kind, state in ((Gdk.EventType.BUTTON_PRESS, 0), (Gdk.EventType.BUTTON_RELEASE, Gdk.ModifierType.BUTTON1_MASK)):
            event = Gdk.Event.new(kind)
            press = event.button
            press.window = self.view.get_window()
            press.x = press.x_root = x
            press.y = press.y_root = y
            press.button = 1
            press.state = state
            event.set_device(Gdk.Display.get_default().get_default_seat().get_pointer())
            Gtk.main_do_event(event)


class Shell:
    def __init__(self):
        self.content = WebKit2.UserContentManager()
        if not given.browser:
            self.content.connect(
                "script-message-received::tyyShell",
                lambda _manager, result: say({"call": result.get_js_value().to_string()}),
            )
            self.content.register_script_message_handler("tyyShell")
        folders = {"base_data_directory": given.profile, "base_cache_directory": given.profile}
        manager = (
            WebKit2.WebsiteDataManager(**folders) if given.profile else WebKit2.WebsiteDataManager.new_ephemeral()
        )
        self.context = WebKit2.WebContext.new_with_website_data_manager(manager)
        self.tabs = {}
        self.open_tab(0)

    def open_tab(self, number):
        self.tabs[number] = Tab(number, self.context, self.content)

    def obey(self, message):
        tab = self.tabs.get(message.get("tab"))
        if "new" in message:
            self.open_tab(message["new"])
        elif "before" in message:
            frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
            start = WebKit2.UserScriptInjectionTime.START
            self.content.add_script(WebKit2.UserScript.new(message["before"], frames, start, None, None))
        elif "open" in message:
            tab.view.load_uri(message["open"])
        elif "receive" in message:
            # JSON of a string is a JavaScript literal, so nothing in the reply can end the literal.
            literal = json.dumps(message["receive"])
            self.tabs[0].view.evaluate_javascript(
                f"window.tyyBridge?.receive({literal})", -1, None, None, None, None
            )
        elif "back" in message:
            tab.view.go_back()
        elif "tap" in message:
            tab.tap(*message["tap"])
        elif "choose" in message:
            tab.choose(message["choose"])
        else:
            tab.run(message["id"], message["run"])


def listen(shell):
    for line in sys.stdin:
        GLib.idle_add(shell.obey, json.loads(line))
    GLib.idle_add(Gtk.main_quit)


shell = Shell()
threading.Thread(target=listen, args=(shell,), daemon=True).start()
say({"ready": True})
Gtk.main()
