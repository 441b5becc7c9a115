import { languages } from '../../i18n/languages.ts';
import { oneOf } from '../../platform/parse.ts';
import { savedLocally } from '../../platform/storage/saved.ts';

export const savedLanguage = savedLocally('tyy.language', oneOf(...languages.map(({ code }) => code)));
