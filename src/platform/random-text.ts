/** Random lower-case letters and digits; works where `crypto.randomUUID` does not (plain http in a local network). */
export function randomText(length: number): string {
  // Of 32 bits the remainder favours no letter by more than one in a hundred million.
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(numbers, number => (number % 36).toString(36)).join('');
}
