/** Runs in the app's frame before the app's scripts. The simulator around the frame adds a native app's objects. */
(window.parent as typeof window).tyySimulator?.equip(window);
