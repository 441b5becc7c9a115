import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The 32 random bytes that sign uploads and addresses: made once, kept in the data folder, readable by its owner only. */
export async function readSecret(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  const own = `${file}.${process.pid}`;
  await writeFile(own, randomBytes(32), { mode: 0o600 });
  // Of several processes that start at once only the first one gets the name, and none sees half a file.
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(own);
  return readFile(file);
}
