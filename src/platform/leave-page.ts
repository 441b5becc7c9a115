/** Leaves the page by `leave`, once it uses no storage any more (`endDatabaseUses`). */
export async function leavePage(leave: () => void): Promise<void> {
  // Where its file does not come, it was not used either.
  await import('./database.ts').then(({ endDatabaseUses }) => endDatabaseUses()).catch(() => undefined);
  leave();
}
