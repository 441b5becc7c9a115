import { createInstance } from 'i18next';

/** The i18next instance with our placeholder syntax. Loads after Home. */
export const i18next = createInstance();

i18next.init({
  initAsync: false,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
});
