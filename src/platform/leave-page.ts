import { inTime } from './in-time.ts';

/**
 * Opens another page once the database is idle, or after the limit of `inTime`. Resolves with a function to call if the
 * page stays open.
 */
export async function leavePage(address: string | URL, go = () => location.assign(address)) {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // If this module fails to load, the database was never used.
  const stay = await inTime(unused).catch(() => () => undefined);
  go();
  return stay;
}

/** Reloads the page once no database operation is running. */
export const reloadPage = (): Promise<unknown> => leavePage(location.href, () => location.reload());

/** Time for a started navigation to replace this page, ms. */
const leaveTime = 1500;

/** Reloads after a file failed to load. Waits, because in Firefox downloads also fail when the user leaves. */
export const reloadUnlessLeft = (): unknown => setTimeout(reloadPage, leaveTime);
