/** Finds the text of `photoSuffix` in a photo's address; returns an empty text if the name has another form. */
export function suffixIn(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return /_([0-9a-f]{20})(\.[a-z0-9]{1,5})?$/.exec(path)?.[1] ?? '';
}
