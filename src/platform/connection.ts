interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Empty in most browsers. */
export const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** True on slow or metered networks, as far as the browser says: then preload nothing. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return saveData === true || /2g/.test(effectiveType);
}
