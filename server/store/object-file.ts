import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCRC64 } from 'hash-wasm';
import pLimit from 'p-limit';
import type { StoredObject } from './object-store.ts';

/** First line of an object's file. Stored with the bytes, so that a rename replaces both at once. */
interface Header {
  type: string;
  etag: string;
}

export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Computed while the bytes are written. `etag` is the MD5 in quoted upper-case hexadecimal. */
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

/**
 * Writes bytes to a new file as they arrive and flushes it to disk. `etag` replaces the computed ETag. Throws
 * `TooManyBytes`.
 */
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
export async function moveIntoPlace(temporary: string, file: string): Promise<void> {
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

/** True if the error indicates a truncated or unreadable file. */
export function isDamage(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || ['EISDIR', 'EIO', 'EACCES', 'EPERM', 'ENOENT'].includes(code);
}

/** Splits a file into its header and bytes. Throws a SyntaxError if the file is truncated. */
export function parseObject(content: Buffer): StoredObject {
  const end = content.indexOf(lineFeed);
  return { ...readLine(content, end), bytes: content.subarray(end + 1) };
}

function readLine(content: Buffer, end: number): Header {
  const { type, etag } = JSON.parse(content.toString('utf8', 0, Math.max(0, end))) as Header;
  if (typeof type !== 'string' || !/^"[\w-]+"$/.test(etag)) throw new SyntaxError('no header of an object');
  return { type, etag };
}

/** Reads only the header and the size. Throws a SyntaxError if the file is truncated. */
export async function readHead(handle: FileHandle): Promise<Header & { size: number }> {
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
