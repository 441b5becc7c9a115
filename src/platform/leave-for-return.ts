import { leavePage } from './leave-page.ts';

/**
 * Opens a page of another site that redirects back into the app. `onDeparture` gets the length of the history, whose
 * last entry is the page, so that `wayToDeparture` can go back past it.
 */
export const leaveForReturn = (
  address: string | URL,
  onDeparture: (entries: number) => void,
): Promise<unknown> =>
  leavePage(address, () => {
    // Drops the entries ahead: only then does the length give the page's position.
    history.pushState(history.state, '');
    onDeparture(history.length);
    location.replace(address);
  });

/** Browsers may stop counting here: they drop the oldest entries. */
const mostEntries = 49;
/** Time limit for the browser to start going back, ms. */
const stepTime = 1500;

/** Goes back past the login page to the screen of a departure; calls `instead` if the distance is unknown. */
export function wayToDeparture(entries: number, instead: () => void): () => Promise<void> {
  const length = history.length;
  const steps = length - entries + 1;
  const isKnown = entries > 1 && steps > 0 && length <= mostEntries;
  return async () => {
    // Screens opened and closed meanwhile would count as steps.
    if (!isKnown || history.length !== length) return instead();
    const stay = await leavePage(location.href, () => history.go(-steps));
    const timer = setTimeout(() => {
      stay();
      instead();
    }, stepTime);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  };
}
