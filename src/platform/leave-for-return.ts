import { leavePage } from './leave-page.ts';

/**
 * Leaves for a page of somebody else's that leads back into the app; `onDeparture` is called with the number of entries that
 * the history then has. The page is the last of them, so that `wayToDeparture` leads back past all that follow.
 */
export const leaveForReturn = (
  address: string | URL,
  onDeparture: (entries: number) => void,
): Promise<unknown> =>
  leavePage(address, () => {
    // Entries ahead of this one are gone with it: only so their number says where the page is.
    history.pushState(history.state, '');
    onDeparture(history.length);
    location.replace(address);
  });

/** More entries than this a browser may not count: the oldest of them have left. */
const mostEntries = 49;
/** A browser that has not begun to step back by then does not do it, ms. */
const stepTime = 1500;

/**
 * How to go back to the screen of a departure, so that the phone's Back does not lead to the page between; it calls `instead`
 * if nobody knows how far back that is.
 */
export function wayToDeparture(entries: number, instead: () => void): () => Promise<void> {
  const length = history.length;
  const steps = length - entries + 1;
  const isKnown = entries > 1 && steps > 0 && length <= mostEntries;
  return async () => {
    // What has been opened and closed here since would count as a step.
    if (!isKnown || history.length !== length) return instead();
    const stay = await leavePage(location.href, () => history.go(-steps));
    const timer = setTimeout(() => {
      stay();
      instead();
    }, stepTime);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  };
}
