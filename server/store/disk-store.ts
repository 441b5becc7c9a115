import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createCRC64 } from 'hash-wasm';
import pLimit from 'p-limit';
import { freeOnDisk, removeAbandoned } from '../http/files/free-on-disk.ts';
import {
  isKeyPrefix,
  isObjectKey,
  type ListedObject,
  type ObjectHead,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

export interface DiskStore extends ObjectStore {
  /** Stores bytes as they arrive. Stores nothing if there are too many (throws `TooManyBytes`) or `pieces` throws. */
  receive(key: string, pieces: Pieces, options: ReceiveOptions): Promise<Written>;
  /** Number of entries (objects and folders) directly below a prefix, and free bytes on the disk. */
  room(prefix: string): Promise<{ count: number; free: number }>;
}

interface ReceiveOptions {
  type: string;
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

/** One file per object. An object without a whole header, or unreadable, reads as null and is reported. */
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

/** First line of an object's file. Stored with the bytes, so that a rename replaces both at once. */
interface Header {
  type: string;
  etag: string;
}

export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Computed while the bytes are written. `etag`: the given one, else the MD5 in quoted upper-case hexadecimal. */
export interface Written {
  size: number;
  /** Base64, like the Content-MD5 header. */
  md5: string;
  etag: string;
  /** CRC-64/XZ in decimal, as OSS returns it. */
  crc64: string;
}

export class TooManyBytes extends Error {}

const lineFeed = 0x0a;
/** Header length in bytes, enough for a type and an ETag. */
const headerLength = 512;

/** Limits concurrent writes and flushes: Node has only four threads for files, and reads need them too. */
const disk = pLimit(2);

/** Shared, because each instance reserves gigabytes of address space. `load` and `save` switch between uploads. */
const crc64 = await createCRC64();

/** Writes bytes as they arrive and flushes them. `etag` replaces the computed ETag. */
export async function writeObjectFile(
  file: string,
  pieces: Pieces,
  { type, etag, maxBytes = Number.POSITIVE_INFINITY }: { type: string; etag?: string; maxBytes?: number },
): Promise<Written> {
  const handle = await open(file, 'wx');
  try {
    const written = await writePieces(handle, pieces, maxBytes);
    await handle.write(lineOf({ type, etag: etag ?? written.etag }), 0, headerLength, 0);
    await disk(() => handle.sync());
    return { ...written, etag: etag ?? written.etag };
  } finally {
    await handle.close();
  }
}

async function writePieces(handle: FileHandle, pieces: Pieces, maxBytes: number): Promise<Written> {
  const md5 = createHash('md5');
  let crc = crc64.init().save();
  let size = 0;
  for await (const piece of pieces) {
    if (size + piece.length > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`);
    await disk(() => {
      md5.update(piece);
      crc = crc64.load(crc).update(piece).save();
      return handle.write(piece, 0, piece.length, headerLength + size);
    });
    size += piece.length;
  }
  const digest = md5.digest();
  const etag = `"${digest.toString('hex').toUpperCase()}"`;
  const checksum = BigInt(`0x${crc64.load(crc).digest()}`).toString();
  return { size, md5: digest.toString('base64'), etag, crc64: checksum };
}

function lineOf(header: Header): Buffer {
  const line = Buffer.alloc(headerLength, ' ');
  if (line.write(JSON.stringify(header)) >= headerLength - 1) throw new RangeError('the type is too long');
  line[headerLength - 1] = lineFeed;
  return line;
}

/** Moves a written file to its final name; the rename survives a power cut. */
async function moveIntoPlace(temporary: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await rename(temporary, file).catch(async (error: NodeJS.ErrnoException) => {
    // The folder may have been removed between the two calls, or a folder may be in place of a damaged object's file.
    if (error.code !== 'ENOENT') await rm(file, { recursive: true, force: true });
    await mkdir(dirname(file), { recursive: true });
    await rename(temporary, file);
  });
  await disk(() => flushFolder(dirname(file)));
}

/** Flushes a folder to disk; without that, a new file name may not survive a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  // Some file systems cannot flush folders, so ignore errors.
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** True if the error means that a file is missing, unreadable or without a whole header. */
export function isDamage(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || ['EISDIR', 'EIO', 'EACCES', 'EPERM', 'ENOENT'].includes(code);
}

/** Splits a file into its header and bytes. Throws a SyntaxError if the header is damaged. */
function parseObject(content: Buffer): StoredObject {
  const end = content.indexOf(lineFeed);
  return { ...readLine(content, end), bytes: content.subarray(end + 1) };
}

function readLine(content: Buffer, end: number): Header {
  const { type, etag } = JSON.parse(content.toString('utf8', 0, Math.max(0, end))) as Header;
  if (typeof type !== 'string' || !/^"[\w-]+"$/.test(etag)) throw new SyntaxError('no header of an object');
  return { type, etag };
}

/** Reads only the header and the size. Throws a SyntaxError if the header is damaged. */
async function readHead(handle: FileHandle): Promise<Header & { size: number }> {
  const { size } = await handle.stat();
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headerLength), 0, headerLength, 0);
  const end = buffer.subarray(0, bytesRead).indexOf(lineFeed);
  return { ...readLine(buffer, end), size: size - (end + 1) };
}

/** Reads a file in pieces. For a damaged file, throws an error that `isDamage` recognizes. */
export async function* readPieces(file: string): AsyncIterable<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await readHead(handle);
    const { size: whole } = await handle.stat();
    yield* handle.createReadStream({ start: whole - size, autoClose: false });
  } finally {
    await handle.close();
  }
}
