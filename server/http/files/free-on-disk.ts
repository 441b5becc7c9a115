import { statfs } from 'node:fs/promises';

/** Bytes kept free on the disk for the database and for new pictures. */
export const leastFree = 256 * 2 ** 20;

/** In bytes. */
export async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
