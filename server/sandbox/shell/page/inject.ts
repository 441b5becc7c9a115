/** Runs before the app's scripts. The simulator, which surrounds the app's frame, adds a native app's objects. */
(window.parent as typeof window).tyySimulator?.equip(window);
