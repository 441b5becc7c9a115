/** Extracts the suffix (`photoSuffix`) from a photo's address. Returns an empty string if the name has another form. */
export function suffixIn(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return /_([0-9a-f]{20})(\.[a-z0-9]{1,5})?$/.exec(path)?.[1] ?? '';
}
