import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  interface Window {
    /** The simulated browser behind the page. */
    happyDOM: DetachedWindowAPI;
  }
  /** What the stand-in for IndexedDB keeps. */
  var fakeIdb: Map<string, unknown> | undefined;
}
