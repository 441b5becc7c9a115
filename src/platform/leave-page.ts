import { inTime } from './in-time.ts';

/** Leaves for another page, once this one uses no storage any more (`endDatabaseUses`). */
export const leavePage = (address: string | URL): Promise<void> =>
  leave(address, () => location.assign(address));

/** Loads this page anew, as late. */
export const reloadPage = (): Promise<void> => leave(location.href, () => location.reload());

async function leave(address: string | URL, go: () => void): Promise<void> {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses(address));
  // Where its file does not come, it was not used either.
  await inTime(unused).catch(() => undefined);
  go();
}
