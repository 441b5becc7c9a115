/** The suffix in the address of an uploaded photo; empty where the photo was named by something else. */
export function suffixIn(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return /_([0-9a-f]{20})(\.[a-z0-9]{1,5})?$/.exec(path)?.[1] ?? '';
}
