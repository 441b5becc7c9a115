import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isKeyPrefix, isObjectKey } from './object-key.ts';

/** What the store gives back; `etag` is the quoted upper-case MD5 of the bytes, ready for the header. */
export interface StoredObject {
  bytes: Uint8Array;
  type: string;
  etag: string;
}

/** An object as a list names it; `time` of its last change in milliseconds since 1970. */
export interface ListedObject {
  key: string;
  time: number;
}

/** Named bytes that survive a restart; `put` replaces what the key held before, `deletePrefix` answers how many went. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  /** How many bytes an object has, without reading them; null when there is none. */
  size(key: string): Promise<number | null>;
  /** Everything below a prefix, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  deletePrefix(prefix: string): Promise<number>;
}

// No key may contain "@" or begin a segment with ".", so neither name can collide with an object's folder.
const objectSuffix = '@object';
const incomingFolder = '.incoming';
/** No upload takes longer (milliseconds). */
const longestUpload = 60 * 60 * 1000;
const lineFeed = 0x0a;
/** Bytes; a type and an MD5 are far shorter. */
const longestHeader = 4096;

/** The quoted upper-case MD5 that OSS gives as the ETag of a plain upload. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex').toUpperCase()}"`;
}

/** Opens a store that keeps each object in one file below `folder`, which is created when missing. */
export async function openDiskStore(folder: string): Promise<ObjectStore> {
  const incoming = join(folder, incomingFolder);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);

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

    async size(key) {
      const file = await openOrNull(fileOf(key));
      if (!file) return null;
      try {
        const { size } = await file.stat();
        const { bytesRead, buffer } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
        return size - (buffer.subarray(0, bytesRead).indexOf(lineFeed) + 1);
      } finally {
        await file.close();
      }
    },

    async *list(prefix) {
      if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
      for (const name of await namesBelow(join(folder, prefix))) {
        if (!name.endsWith(objectSuffix)) continue;
        const found = await stat(join(folder, prefix, name)).catch(() => null);
        const key = prefix + name.slice(0, -objectSuffix.length).replaceAll(sep, '/');
        // Whoever deletes meanwhile is right.
        if (found) yield { key, time: found.mtimeMs };
      }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async deletePrefix(prefix) {
      if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
      const below = join(folder, prefix);
      const count = (await namesBelow(below)).filter(name => name.endsWith(objectSuffix)).length;
      // Somebody may be putting an object there at this moment: the folder is then not empty after all.
      await rm(below, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
      return count;
    },
  };
}

/** Removes what a killed process left half-written; other processes may be writing at this moment. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.NaN }));
    if (Date.now() - mtimeMs > longestUpload) await rm(file, { force: true });
  }
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

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function namesBelow(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
