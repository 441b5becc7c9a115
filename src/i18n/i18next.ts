import { createInstance } from 'i18next';

/** The library with the form in which our words are written. It comes after Home. */
export const i18next = createInstance();

i18next.init({
  initAsync: false,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
});
