import { settings } from './settings.ts';

type Words = typeof import('../../../languages/en.shell.json');

/** Texts of the simulated native sheets by language; the first language is the fallback. */
const words: Record<string, Words> = await (await fetch('/sandbox/shell/words')).json();

/** The phone's language if there are texts in it, else the first language. */
export function language(): string {
  const [code = ''] = settings.language.split('-');
  return Object.hasOwn(words, code) ? code : Object.keys(words)[0]!;
}

/** Returns a text of the native sheets, with `{value}` replaced. */
export function say(key: keyof Words, value: string | number = ''): string {
  return words[language()]![key].replace('{value}', String(value));
}
