/** Returns lower-case letters and digits. `crypto.randomUUID` is missing on plain http in a local network. */
export function randomText(length: number): string {
  // The remainder of 32 bits prefers no letter by more than one in a hundred million.
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(numbers, number => (number % 36).toString(36)).join('');
}
