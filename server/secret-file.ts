import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The 32 random bytes that sign uploads and addresses: made once, kept in the data folder, readable by its owner only. */
export async function readSecret(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  // Of several processes that start at once only the first one writes.
  await writeFile(file, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file);
}
