import { settings } from './settings.ts';

type Words = typeof import('../../../languages/en.shell.json');

/** The words of the native sheets by language; the first language stands in for those that are missing. */
const words: Record<string, Words> = await (await fetch('/sandbox/shell/words')).json();

/** The language of the native sheets, which is the phone's. */
export function language(): string {
  const [code = ''] = settings.language.split('-');
  return Object.hasOwn(words, code) ? code : Object.keys(words)[0]!;
}

/** A text of the native side in the phone's language; `{value}` is replaced by the value. */
export function say(key: keyof Words, value: string | number = ''): string {
  return words[language()]![key].replace('{value}', String(value));
}
