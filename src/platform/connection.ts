interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether bytes are dear or slow, as far as the browser says: nothing is then downloaded that nobody asked for. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || /2g/.test(effectiveType);
}
