import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCRC64 } from 'hash-wasm';
import pLimit from 'p-limit';
import type { StoredObject } from './object-store.ts';

/** The first line of an object's file: in the same file as the bytes, so that both change in one rename. */
interface Header {
  type: string;
  etag: string;
}

/** Bytes that come one piece after another. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What was found out about bytes while they were written; `etag` is the quoted upper-case MD5. */
export interface Written {
  size: number;
  /** In base64, as Content-MD5 gives it. */
  md5: string;
  etag: string;
  /** CRC-64/XZ as a decimal number, as OSS sends it. */
  crc64: string;
}

/** More bytes came than were allowed. */
export class TooManyBytes extends Error {}

const lineFeed = 0x0a;
/** Bytes; a type and an ETag are shorter. */
const headerLength = 512;

/**
 * So many pieces are written or flushed at the same time. Node has four threads for files, and those that are read for
 * others wait for one as well; what does not get its turn slows down its sender.
 */
const disk = pLimit(2);

/** One for all, as each would have gigabytes of addresses: between two pieces its state is saved. */
const crc64 = await createCRC64();

/** Writes bytes as they come to a new file and flushes it; `etag` overrides that of the bytes. Throws `TooManyBytes`. */
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

/** Moves a file that was written to its place, in which nobody sees half of it, and makes that last. */
export async function moveIntoPlace(temporary: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await rename(temporary, file).catch(async (error: NodeJS.ErrnoException) => {
    // The folder can vanish between the two calls when its prefix is being deleted; what cannot be read may be a folder itself.
    if (error.code !== 'ENOENT') await rm(file, { recursive: true, force: true });
    await mkdir(dirname(file), { recursive: true });
    await rename(temporary, file);
  });
  await disk(() => flushFolder(dirname(file)));
}

/** A new name outlives a power cut only once its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  // Not every file system can.
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Whether an error says that a file is not what was written: cut short, or not to be read. */
export function isDamage(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || ['EISDIR', 'EIO', 'EACCES', 'EPERM', 'ENOENT'].includes(code);
}

/** Takes a file's content apart; throws a SyntaxError where it was cut short. */
export function parseObject(content: Buffer): StoredObject {
  const end = content.indexOf(lineFeed);
  return { ...readLine(content, end), bytes: content.subarray(end + 1) };
}

function readLine(content: Buffer, end: number): Header {
  const { type, etag } = JSON.parse(content.toString('utf8', 0, Math.max(0, end))) as Header;
  if (typeof type !== 'string' || !/^"[\w-]+"$/.test(etag)) throw new SyntaxError('no header of an object');
  return { type, etag };
}

/** Reads what a file says of its bytes, without the bytes; throws a SyntaxError where it was cut short. */
export async function readHead(handle: FileHandle): Promise<Header & { size: number }> {
  const { size } = await handle.stat();
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headerLength), 0, headerLength, 0);
  const end = buffer.subarray(0, bytesRead).indexOf(lineFeed);
  return { ...readLine(buffer, end), size: size - (end + 1) };
}

/** The bytes of a file in pieces; throws what `isDamage` knows where it is not what was written. */
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
