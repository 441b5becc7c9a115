const segment = /^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u;
/** Bytes in UTF-8; file systems take 255, of which the store needs some itself. */
const longestSegment = 200;
const longestKey = 512;

/** Whether a text may name an object: letters and digits of any script, segments joined by `/`, none empty or hidden. */
export function isObjectKey(key: string): boolean {
  return Buffer.byteLength(key) <= longestKey && key.split('/').every(isSegment);
}

/** Whether a text may bound a group of objects: a key with a final `/`. */
export function isKeyPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1));
}

function isSegment(part: string): boolean {
  return Buffer.byteLength(part) <= longestSegment && segment.test(part);
}
