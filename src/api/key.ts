import type { Parser } from '../platform/parse.ts';
import { id } from './data.ts';

/** An id that goes back to the API: its decimal text is a number, as most send it; any other text stays. */
export const key: Parser<number | string> = (value, path) => {
  const text = id(value, path);
  const found = Number(text);
  return Number.isSafeInteger(found) && `${found}` === text ? found : text;
};
