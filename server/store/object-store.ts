import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isKeyPrefix, isObjectKey } from './object-key.ts';

/** What the store gives back; `etag` is the quoted upper-case MD5 of the bytes, ready for the header. */
export interface StoredObject {
  bytes: Uint8Array;
  type: string;
  etag: string;
}

/** Named bytes that survive a restart; `put` replaces what the key held before, `deletePrefix` answers how many went. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
  deletePrefix(prefix: string): Promise<number>;
}

// No key may contain "@" or begin a segment with ".", so neither name can collide with an object's folder.
const objectSuffix = '@object';
const incomingFolder = '.incoming';
const lineFeed = 0x0a;

/** The quoted upper-case MD5 that OSS gives as the ETag of a plain upload. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex').toUpperCase()}"`;
}

/** Opens a store that keeps each object in one file below `folder`, which is created when missing. */
export async function openDiskStore(folder: string): Promise<ObjectStore> {
  const incoming = join(folder, incomingFolder);
  // Whatever an earlier process left half-written was never acknowledged.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });

  function fileOf(key: string): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    return join(folder, key + objectSuffix);
  }

  return {
    async put(key, bytes, type) {
      const file = fileOf(key);
      const temporary = join(incoming, randomUUID());
      try {
        await writeDurably(temporary, [headerOf(bytes, type), bytes]);
        await moveIntoPlace(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async get(key) {
      const content = await readOrNull(fileOf(key));
      return content && parseObject(content);
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async deletePrefix(prefix) {
      if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
      const below = join(folder, prefix);
      const count = await countObjects(below);
      await rm(below, { recursive: true, force: true });
      return count;
    },
  };
}

/** The first line of an object's file: in the same file as the bytes, so that both change in one rename. */
function headerOf(bytes: Uint8Array, type: string): Uint8Array {
  return Buffer.from(`${JSON.stringify({ type, etag: etagOf(bytes) })}\n`);
}

function parseObject(content: Buffer): StoredObject {
  const end = content.indexOf(lineFeed);
  const header = JSON.parse(content.toString('utf8', 0, end)) as { type: string; etag: string };
  return { ...header, bytes: content.subarray(end + 1) };
}

async function writeDurably(file: string, chunks: Uint8Array[]): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    for (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function moveIntoPlace(temporary: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await rename(temporary, file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // The folder can vanish between the two calls when its prefix is being deleted.
    await mkdir(dirname(file), { recursive: true });
    await rename(temporary, file);
  }
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function countObjects(folder: string): Promise<number> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.filter(name => name.endsWith(objectSuffix)).length;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
