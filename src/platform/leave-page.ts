import { inTime } from './in-time.ts';

/** Opens another page once no storage is in use. Resolves with the function that `endDatabaseUses` returns. */
export async function leavePage(address: string | URL, go = () => location.assign(address)) {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // If this code cannot be loaded, no storage was in use.
  const stay = await inTime(unused).catch(() => () => undefined);
  go();
  return stay;
}

/** Reloads the page once no storage is in use. */
export const reloadPage = (): Promise<unknown> => leavePage(location.href, () => location.reload());

/** Time in which the next page may load, ms. */
const leaveTime = 1500;

/** Reloads after a file failed to load. Waits first: Firefox also aborts downloads when the user leaves. */
export const reloadUnlessLeft = (): unknown => setTimeout(reloadPage, leaveTime);
