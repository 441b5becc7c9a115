const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random lower-case letters and digits; works where `crypto.randomUUID` does not (plain http in a local network). */
export function randomText(length: number): string {
  const text: string[] = [];
  while (text.length < length) {
    // 252 is the largest multiple of 36 in a byte: above it some letters would come more often.
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 252 && text.length < length) text.push(letters[byte % letters.length] as string);
    }
  }
  return text.join('');
}
