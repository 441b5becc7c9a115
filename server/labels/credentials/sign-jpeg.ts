import { createHash } from 'node:crypto';
import { boxSegments, endOfApplicationData } from './box-segments.ts';
import { manifestStore } from './manifest-store.ts';
import type { Signer } from './signer.ts';

/** A finished JPEG with Content Credentials: any byte that is changed after this shows. */
export function signJpeg(jpeg: Uint8Array, producer: string, signer: Signer): Buffer {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const start = endOfApplicationData(bytes);
  const hash = createHash('sha256').update(bytes).digest();
  const build = (length: number) =>
    boxSegments(manifestStore({ producer, hash, manifest: { start, length } }, signer));
  // The manifest says how long it is: once the number has its digits, the length stays.
  let segments = build(0);
  for (let length = 0; segments.length !== length; ) {
    length = segments.length;
    segments = build(length);
  }
  return Buffer.concat([bytes.subarray(0, start), segments, bytes.subarray(start)]);
}
