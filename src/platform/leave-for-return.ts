import { leavePage } from './leave-page.ts';

/**
 * Opens a page of another site that redirects back into the app. The page becomes the last entry of the history.
 * `onDeparture` receives the history's length, so that `wayToDeparture` can go back past that entry.
 */
export const leaveForReturn = (
  address: string | URL,
  onDeparture: (entries: number) => void,
): Promise<unknown> =>
  leavePage(address, () => {
    // Removes the later entries of the history; only then does its length give the page's position.
    history.pushState(history.state, '');
    onDeparture(history.length);
    location.replace(address);
  });

/** Browsers may stop counting here, because they drop the oldest entries. */
const mostEntries = 49;
/** Time limit for the browser to start going back, ms. */
const stepTime = 1500;

/** Returns a function that goes back past the login page; it calls `instead` if the distance is unknown. */
export function wayToDeparture(entries: number, instead: () => void): () => Promise<void> {
  const length = history.length;
  const steps = length - entries + 1;
  const isKnown = entries > 1 && steps > 0 && length <= mostEntries;
  return async () => {
    // If the user opened or closed screens meanwhile, these would count as steps.
    if (!isKnown || history.length !== length) return instead();
    const stay = await leavePage(location.href, () => history.go(-steps));
    const timer = setTimeout(() => {
      stay();
      instead();
    }, stepTime);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  };
}
