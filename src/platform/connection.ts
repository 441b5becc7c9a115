interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** What the browser says of the line; nothing in most. */
export const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** Whether bytes are dear or slow, as far as the browser says: nothing is then downloaded that nobody asked for. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return saveData === true || /2g/.test(effectiveType);
}
