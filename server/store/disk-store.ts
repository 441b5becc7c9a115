import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { MultipartUploads } from './multipart-uploads.ts';
import { type Pieces, parseObject, readHead, type Written, writeObjectFile } from './object-file.ts';
import { isKeyPrefix, isObjectKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';

/** A store on this machine's disk; it can also take objects as they come, whole or in parts. */
export interface DiskStore extends ObjectStore {
  /** Keeps bytes as they come in; throws `TooManyBytes`, or what the pieces throw, and then keeps nothing. */
  receive(key: string, pieces: Pieces, options: ReceiveOptions): Promise<Written>;
  uploads: MultipartUploads;
}

/** How an object is received. */
export interface ReceiveOptions {
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
const partsFolder = '.parts';
/** No upload takes longer (milliseconds). */
const longestUpload = 60 * 60 * 1000;

/** Opens a store that keeps each object in one file below `folder`, which is created when missing. */
export async function openDiskStore(folder: string): Promise<DiskStore> {
  const incoming = join(folder, incomingFolder);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);
  const uploads = new MultipartUploads(join(folder, partsFolder));

  function fileOf(key: string): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    return join(folder, key + objectSuffix);
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

  return {
    receive,
    uploads,

    async put(key, bytes, type) {
      await receive(key, [bytes], { type });
    },

    async get(key) {
      const content = await orNull(readFile(fileOf(key)));
      return content && parseObject(content);
    },

    async head(key) {
      const file: FileHandle | null = await orNull(open(fileOf(key)));
      return file && readHead(file).finally(() => file.close());
    },

    async *list(prefix) {
      if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
      for (const name of await namesBelow(join(folder, prefix))) {
        if (!name.endsWith(objectSuffix)) continue;
        const found = await stat(join(folder, prefix, name)).catch(() => null);
        const key = prefix + name.slice(0, -objectSuffix.length).replaceAll(sep, '/');
        // It may have been deleted meanwhile.
        if (found) yield { key, time: found.mtimeMs };
      }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async deletePrefix(prefix) {
      if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
      await uploads.abortBelow(prefix);
      const below = join(folder, prefix);
      const count = (await namesBelow(below)).filter(name => name.endsWith(objectSuffix)).length;
      // An object may be put there at this moment: the folder is then not empty after all.
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

async function moveIntoPlace(temporary: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // The folder can vanish between the two calls when its prefix is being deleted.
  if ((await orNull(rename(temporary, file).then(() => true))) === null) {
    await mkdir(dirname(file), { recursive: true });
    await rename(temporary, file);
  }
}

async function namesBelow(folder: string): Promise<string[]> {
  return (await orNull(readdir(folder, { recursive: true }))) ?? [];
}

/** Null where there is no such file. */
async function orNull<Result>(result: Promise<Result>): Promise<Result | null> {
  return result.catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
}
