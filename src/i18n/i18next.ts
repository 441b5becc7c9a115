import { createInstance } from 'i18next';

/** i18next with our syntax for values. It loads after Home. */
export const i18next = createInstance();

i18next.init({
  initAsync: false,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
});
