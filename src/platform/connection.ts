interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The browser's network information; an empty object in Safari and Firefox, which have none. */
export const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** True on slow or metered networks, if the browser reports that. The app then preloads nothing. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return saveData === true || /2g/.test(effectiveType);
}
