interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The browser's data about the network; empty in most browsers. */
export const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** True on slow or metered networks, as far as the browser reports them. The app then preloads nothing. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return saveData === true || /2g/.test(effectiveType);
}
