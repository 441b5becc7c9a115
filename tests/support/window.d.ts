import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  interface Window {
    /** The simulated browser behind the page. */
    happyDOM: DetachedWindowAPI;
  }
  /** Values of the fake IndexedDB. */
  var fakeIdb: Map<string, unknown> | undefined;
}
