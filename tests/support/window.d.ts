import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  interface Window {
    /** happy-dom's controls for the simulated browser. */
    happyDOM: DetachedWindowAPI;
  }
  var fakeIdb: Map<string, unknown> | undefined;
}
