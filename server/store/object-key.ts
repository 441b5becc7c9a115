const segment = /^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u;
/** Bytes in UTF-8; file systems allow 255, and the store appends a suffix. */
const longestSegment = 200;
const longestKey = 512;

/** Segments of letters and digits of any script, joined by `/`; none is empty or hidden. */
export function isObjectKey(key: string): boolean {
  return Buffer.byteLength(key) <= longestKey && key.split('/').every(isSegment);
}

/** A key followed by `/`. */
export function isKeyPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1));
}

function isSegment(part: string): boolean {
  return Buffer.byteLength(part) <= longestSegment && segment.test(part);
}
