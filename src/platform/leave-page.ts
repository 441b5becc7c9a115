import { inTime } from './in-time.ts';

/** Leaves for another page, once this one uses no storage any more (`endDatabaseUses`); a mail or a call is no page. */
export async function leavePage(address: string | URL): Promise<void> {
  const go = () => location.assign(address);
  if (new URL(address, location.href).protocol.startsWith('http')) await leave(go);
  else go();
}

/** Loads this page anew, as late. */
export const reloadPage = (): Promise<void> => leave(() => location.reload());

async function leave(go: () => void): Promise<void> {
  const unused = import('./storage/database.ts').then(({ endDatabaseUses }) => endDatabaseUses());
  // Where its file does not come, it was not used either.
  await inTime(unused).catch(() => undefined);
  go();
}
