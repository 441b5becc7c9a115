import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { freeOnDisk } from '../http/files/free-on-disk.ts';
import { removeAbandoned } from '../http/files/remove-abandoned.ts';
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

/** A store on this machine's disk; it can also take objects as they come. */
export interface DiskStore extends ObjectStore {
  /** Keeps bytes as they come in; throws `TooManyBytes`, or what the pieces throw, and then keeps nothing. */
  receive(key: string, pieces: Pieces, options: ReceiveOptions): Promise<Written>;
  /** How many objects lie directly below a prefix, and the bytes that are free on the disk. */
  room(prefix: string): Promise<{ count: number; free: number }>;
}

interface ReceiveOptions {
  type: string;
  /** The ETag, where it is not that of the bytes. */
  etag?: string;
  maxBytes?: number;
  /** Called before the object gets its name; throws when it may not. */
  check?: (written: Written) => void | Promise<void>;
}

// No key may contain "@" or begin a segment with ".", so neither name can collide with an object's folder.
const objectSuffix = '@object';
const incomingFolder = '.incoming';

/** So many objects are open at the same time to be looked at, or to be read at once. */
const opening = pLimit(32);

/** The head of an unreadable object, which exists only so that it can be erased. */
const damaged: ObjectHead = { size: 0, type: 'application/octet-stream', etag: '"damaged"' };

/**
 * Opens a store that keeps each object in one file below `folder`, which is created when missing. An object that was cut
 * short or cannot be read has no bytes; `onProblem` is told.
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

  /** What `read` finds in the file of a key; null where there is none, `other` where it is damaged. */
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
      // It may have been deleted meanwhile.
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
      // An object may be put there at this moment: the folder is then not empty after all.
      await rm(join(folder, prefix), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
      return count;
    },
  };
}

/** The keys below a prefix, one folder after another: of all users there may be too many to hold at once. */
async function* keysBelow(folder: string, prefix: string): AsyncIterable<string> {
  const entries = await opendir(join(folder, prefix)).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    const key = prefix + entry.name.slice(0, -objectSuffix.length);
    if (entry.name.endsWith(objectSuffix) && isObjectKey(key)) yield key;
    else if (entry.isDirectory()) yield* keysBelow(folder, `${prefix}${entry.name}/`);
  }
}
