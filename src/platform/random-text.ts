/** Random lower-case letters and digits. `crypto.randomUUID` is missing on plain http in a local network. */
export function randomText(length: number): string {
  // The modulo bias is negligible: less than one in a hundred million per letter.
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(numbers, number => (number % 36).toString(36)).join('');
}
