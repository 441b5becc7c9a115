const segment = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}$/;
const longestKey = 512;

/** Whether a text may name an object: ASCII segments joined by `/`, none empty, hidden or climbing out of the store. */
export function isObjectKey(key: string): boolean {
  return key.length <= longestKey && key.split('/').every(part => segment.test(part));
}

/** Whether a text may bound a group of objects: a key with a final `/`. */
export function isKeyPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1));
}
