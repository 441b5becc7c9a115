import { inTime } from './in-time.ts';

/** Opens another page once no storage is in use; returns what `endDatabaseUses` returns. */
export async function leavePage(address: string | URL, go = () => location.assign(address)) {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // If this code cannot be loaded, no storage was in use.
  const stay = await inTime(unused).catch(() => () => undefined);
  go();
  return stay;
}

/** Reloads the page as soon as no storage is in use. */
export const reloadPage = (): Promise<unknown> => leavePage(location.href, () => location.reload());

/** Time for the next page to load, ms. */
const leaveTime = 1500;

/** Reloads after a file failed to load, unless the user is leaving (Firefox then aborts downloads). */
export const reloadUnlessLeft = (): unknown => setTimeout(reloadPage, leaveTime);
