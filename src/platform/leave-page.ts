import { inTime } from './in-time.ts';

/** Leaves for another page, once this one uses no storage any more; returns what `endDatabaseUses` does. */
export async function leavePage(address: string | URL, go = () => location.assign(address)) {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // Where its file does not come, it was not used either.
  const stay = await inTime(unused).catch(() => () => undefined);
  go();
  return stay;
}

/** Loads this page anew, as late. */
export const reloadPage = (): Promise<unknown> => leavePage(location.href, () => location.reload());

/** How long the page that its user goes to may take to come, ms. */
const leaveTime = 1500;

/**
 * Loads this page anew because a file of it did not come, unless its user is leaving it: as soon as they do, Firefox ends
 * what the page downloads, and a reload at that moment would take the place of where they go.
 */
export const reloadUnlessLeft = (): unknown => setTimeout(reloadPage, leaveTime);
