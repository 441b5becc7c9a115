import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { freeOnDisk, removeAbandoned } from '../http/files/free-on-disk.ts';
import {
  isDamage,
  moveIntoPlace,
  type Pieces,
  parseObject,
  readHead,
  type Written,
  writeObjectFile,
} from './object-file.ts';
import { isKeyPrefix, isObjectKey } from './object-key.ts';
import type { ListedObject, ObjectHead, ObjectStore } from './object-store.ts';

export interface DiskStore extends ObjectStore {
  /** Stores bytes as they arrive. Stores nothing if there are too many (throws `TooManyBytes`) or `pieces` throws. */
  receive(key: string, pieces: Pieces, options: ReceiveOptions): Promise<Written>;
  /** Number of objects directly below a prefix, and free bytes on the disk. */
  room(prefix: string): Promise<{ count: number; free: number }>;
}

interface ReceiveOptions {
  type: string;
  /** Replaces the computed ETag. */
  etag?: string;
  maxBytes?: number;
  /** Called before the object becomes visible. Throw to discard the object. */
  check?: (written: Written) => void | Promise<void>;
}

// Keys have no "@", and no segment begins with ".", so these names never collide with a key's folder.
const objectSuffix = '@object';
const incomingFolder = '.incoming';

/** Limits concurrently open files when reading heads or whole objects. */
const opening = pLimit(32);

/** Reported as the head of an unreadable object, so that the object can still be found and erased. */
const damaged: ObjectHead = { size: 0, type: 'application/octet-stream', etag: '"damaged"' };

/**
 * Opens a store with one file per object in `folder`, which is created if missing. A truncated or unreadable object
 * reads as null and is reported to `onProblem`.
 */
export async function openDiskStore(
  folder: string,
  onProblem: (problem: Error) => void = () => {},
): Promise<DiskStore> {
  const incoming = join(folder, incomingFolder);
  await mkdir(incoming, { recursive: true });

  function fileOf(key: string): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    return join(folder, key + objectSuffix);
  }

  /** Returns the result of `read`; null if the file is missing, `other` if it is damaged. */
  async function unlessDamaged<Result, Other>(key: string, read: () => Promise<Result>, other: Other) {
    try {
      return await read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      if (!isDamage(error)) throw error;
      onProblem(new Error(`the object ${key} cannot be read`, { cause: error }));
      return other;
    }
  }

  async function openObject(key: string) {
    const file = fileOf(key);
    const handle = await open(file);
    try {
      return { handle, head: await readHead(handle), whole: (await handle.stat()).size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function receive(key: string, pieces: Pieces, options: ReceiveOptions): Promise<Written> {
    const file = fileOf(key);
    const temporary = join(incoming, randomUUID());
    try {
      const written = await writeObjectFile(temporary, pieces, options);
      await options.check?.(written);
      await moveIntoPlace(temporary, file);
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function* list(prefix: string): AsyncIterable<ListedObject> {
    if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
    for await (const key of keysBelow(folder, prefix)) {
      const found = await stat(fileOf(key)).catch(() => null);
      // Skip objects that were deleted during the listing.
      if (found) yield { key, time: found.mtimeMs };
    }
  }

  await removeAbandoned(incoming);
  return {
    receive,

    async put(key, bytes, type) {
      await receive(key, [bytes], { type });
    },

    get: async key => {
      const file = fileOf(key);
      return unlessDamaged(key, () => opening(async () => parseObject(await readFile(file))), null);
    },

    head: async key => {
      const read = async () => {
        const { handle, head } = await openObject(key);
        await handle.close();
        return head;
      };
      return unlessDamaged(key, () => opening(read), damaged);
    },

    read: async key => {
      const read = async () => {
        const { handle, head, whole } = await openObject(key);
        return { ...head, bytes: handle.createReadStream({ start: whole - head.size }) };
      };
      return unlessDamaged(key, read, null);
    },

    async room(prefix) {
      const names = await readdir(join(folder, prefix)).catch(() => []);
      return { count: names.length, free: await freeOnDisk(folder) };
    },

    list,

    async delete(key) {
      await rm(fileOf(key), { recursive: true, force: true });
    },

    async deletePrefix(prefix, until = Number.POSITIVE_INFINITY) {
      let count = 0;
      for await (const { key, time } of list(prefix)) {
        if (time > until) continue;
        count += 1;
        await rm(fileOf(key), { recursive: true, force: true });
      }
      if (until !== Number.POSITIVE_INFINITY) return count;
      // With retries, because removal fails if an object is stored in the folder meanwhile.
      await rm(join(folder, prefix), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
      return count;
    },
  };
}

/** Reads folder by folder, because all keys together may not fit in memory. */
async function* keysBelow(folder: string, prefix: string): AsyncIterable<string> {
  const entries = await opendir(join(folder, prefix)).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    const key = prefix + entry.name.slice(0, -objectSuffix.length);
    if (entry.name.endsWith(objectSuffix) && isObjectKey(key)) yield key;
    else if (entry.isDirectory()) yield* keysBelow(folder, `${prefix}${entry.name}/`);
  }
}
