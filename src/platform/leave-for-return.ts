import { leavePage } from './leave-page.ts';

/** Opens another site, which redirects back. `onDeparture` gets the history's length for `wayToDeparture`. */
export const leaveForReturn = (
  address: string | URL,
  onDeparture: (entries: number) => void,
): Promise<unknown> =>
  leavePage(address, () => {
    // Removes the forward entries, so that the history's length equals the current position.
    history.pushState(history.state, '');
    onDeparture(history.length);
    location.replace(address);
  });

/** At this length the browser may have dropped old entries, so the length no longer shows the distance. */
const mostEntries = 49;
/** Timeout for the browser to start going back, ms. */
const stepTime = 1500;

/** Returns a function that goes back past the login page, or calls `instead` if the number of steps is unknown. */
export function wayToDeparture(entries: number, instead: () => void): () => Promise<void> {
  const length = history.length;
  const steps = length - entries + 1;
  const isKnown = entries > 1 && steps > 0 && length <= mostEntries;
  return async () => {
    // If the history has changed since, the number of steps is no longer correct.
    if (!isKnown || history.length !== length) return instead();
    const stay = await leavePage(location.href, () => history.go(-steps));
    const timer = setTimeout(() => {
      stay();
      instead();
    }, stepTime);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  };
}
