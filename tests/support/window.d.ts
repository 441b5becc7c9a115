import type { DetachedWindowAPI } from 'happy-dom';

declare global {
  interface Window {
    /** The simulated browser behind the page. */
    happyDOM: DetachedWindowAPI;
  }
}
