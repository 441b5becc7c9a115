const segment = /^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u;
/** Maximum UTF-8 bytes of a segment. File systems allow 255, and the store appends a suffix. */
const longestSegment = 200;
const longestKey = 512;

/** True for segments joined by `/`: letters and digits of any script, and `._~-`. No segment begins with a dot. */
export function isObjectKey(key: string): boolean {
  return Buffer.byteLength(key) <= longestKey && key.split('/').every(isSegment);
}

/** True for a key followed by `/`. */
export function isKeyPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1));
}

function isSegment(part: string): boolean {
  return Buffer.byteLength(part) <= longestSegment && segment.test(part);
}
