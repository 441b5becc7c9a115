/** Runs before the app's scripts: the surrounding simulator adds the objects of a native app. */
(window.parent as typeof window).tyySimulator?.equip(window);
