/** Runs before the app's scripts. The simulator around the app's frame adds the objects of a native app. */
(window.parent as typeof window).tyySimulator?.equip(window);
