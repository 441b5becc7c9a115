import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notWritable } from '../db/data-dir.ts';

const length = 32;

/** 32 random bytes in a file, made once. Throws if the file is damaged: with an empty secret, anyone could sign. */
export async function readSecret(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret');
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, randomBytes(length), { mode: 0o600 });
  } catch (cause) {
    throw notWritable(cause);
  }
  // Creating a hard link is atomic: of several starting processes only one succeeds, and none reads half a file.
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(own);
  const secret = await readFile(file).catch((error: Error) => error);
  if (!(secret instanceof Error) && secret.length >= length) return secret;
  const problem =
    secret instanceof Error ? secret.message : `it has ${secret.length} bytes instead of ${length}`;
  throw new Error(
    `${file} is damaged: ${problem}. Restore it from a backup; or remove it, ` +
      'and addresses and upload credentials that were given out before end.',
  );
}
