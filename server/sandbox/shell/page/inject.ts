/** Runs in the app's page before its own scripts: the simulator around it gives it what a native app would. */
(window.parent as typeof window).tyySimulator?.equip(window);
