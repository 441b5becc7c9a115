import { createHash } from 'node:crypto';
import { manifestStore } from './manifest-store.ts';
import type { Signer } from './signer.ts';

/** Most bytes of a box per segment: the segment's length of 16 bits includes itself and ten bytes before the box. */
const mostBytes = 0xffff - 10;

/** Adds Content Credentials to a finished JPEG; later changes of any byte invalidate them. */
export function signJpeg(jpeg: Uint8Array, producer: string, signer: Signer): Buffer {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const start = endOfApplicationData(bytes);
  const hash = createHash('sha256').update(bytes).digest();
  const build = (length: number) =>
    boxSegments(manifestStore({ producer, hash, manifest: { start, length } }, signer));
  // The manifest contains its own length: repeat until the length is stable.
  let segments = build(0);
  for (let length = 0; segments.length !== length; ) {
    length = segments.length;
    segments = build(length);
  }
  return Buffer.concat([bytes.subarray(0, start), segments, bytes.subarray(start)]);
}

/** Splits a JUMBF box into JPEG segments (ISO 19566-5, APP11); each but the first repeats the box's header. */
function boxSegments(box: Buffer): Buffer {
  const header = box.subarray(0, 8);
  const segments: Buffer[] = [];
  for (let from = 0; from < box.length; ) {
    const repeated = from === 0 ? Buffer.alloc(0) : header;
    const content = box.subarray(from, from + mostBytes - repeated.length);
    from += content.length;
    const start = Buffer.alloc(12);
    start.writeUInt16BE(0xffeb, 0);
    start.writeUInt16BE(10 + repeated.length + content.length, 2);
    start.write('JP', 4, 'latin1');
    start.writeUInt16BE(1, 6);
    start.writeUInt32BE(segments.length + 1, 8);
    segments.push(Buffer.concat([start, repeated, content]));
  }
  return Buffer.concat(segments);
}

/** New segments are inserted after the application data. */
function endOfApplicationData(jpeg: Buffer): number {
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1]! >= 0xe0 && jpeg[at + 1]! <= 0xef)
    at += 2 + jpeg.readUInt16BE(at + 2);
  return at;
}
