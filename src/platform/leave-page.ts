import { inTime } from './in-time.ts';

/** Leaves for another page, once this one uses no storage any more (`endDatabaseUses`). */
export const leavePage = (address: string | URL): Promise<void> =>
  leave(address, () => location.assign(address));

/**
 * Leaves for a page of somebody else's that leads back into the app; `onDeparture` is called with the number of entries that
 * the history then has. The page is the last of them, so that `wayToDeparture` leads back past all that follow.
 */
export const leaveForReturn = (
  address: string | URL,
  onDeparture: (entries: number) => void,
): Promise<void> =>
  leave(address, () => {
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
    await leave(location.href, () => history.go(-steps));
    const timer = setTimeout(instead, stepTime);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
  };
}

/** Loads this page anew, as late. */
export const reloadPage = (): Promise<void> => leave(location.href, () => location.reload());

/** How long the page that its user goes to may take to come, ms. */
const leaveTime = 1500;

/**
 * Loads this page anew because a file of it did not come, unless its user is leaving it: as soon as they do, Firefox ends
 * what the page downloads, and a reload at that moment would take the place of where they go.
 */
export const reloadUnlessLeft = (): unknown => setTimeout(reloadPage, leaveTime);

async function leave(address: string | URL, go: () => void): Promise<void> {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // Where its file does not come, it was not used either.
  await inTime(unused).catch(() => undefined);
  go();
}
