import { statfs } from 'node:fs/promises';

/** Bytes that must stay free on the disk, for the database and what is made. */
export const leastFree = 256 * 2 ** 20;

/** Bytes that are free on the disk of a folder. */
export async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
