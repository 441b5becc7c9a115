import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import * as full from '../src/i18n/dictionary.ts';
import { type Language, languages } from '../src/i18n/languages.ts';
import type { TextKey } from '../src/i18n/text-key.ts';
import { i18nextSlim } from '../vite-plugins/i18next-slim.ts';

const built = await build({
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [i18nextSlim()],
  build: {
    ssr: 'src/i18n/dictionary.ts',
    minify: true,
    write: false,
    rolldownOptions: { output: { minify: true } },
  },
  ssr: { noExternal: true },
});
const [chunk] = (built as Rolldown.RolldownOutput).output;
const slim: typeof full = await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);

const counts = [0, 1, 2, 3, 11, 100, 1.5];
const values = { number: 4, time: '$t(retry) {count}, a < b', price: '<6 & {title}>', title: '{price}' };

/** What a dictionary says for each key, as it is and with values. */
function textsOf(dictionary: typeof full, language: Language, words: Record<string, string>): string[] {
  dictionary.addWords(language, words);
  // Words that come later join them.
  dictionary.addWords(language, { later: '{number} later' });
  const keys = [...Object.keys(words), 'later', 'missing'].map(key => key.replace(/_\w+$/, '') as TextKey);
  return keys.flatMap(key => [
    dictionary.translate(language, key),
    ...counts.map(count => dictionary.translate(language, key, { ...values, count })),
  ]);
}

test('i18next without what is never reached weighs at most 9,000 bytes of brotli', () => {
  expect(brotliCompressSync(chunk.code).length).toBeLessThanOrEqual(9000);
});

test.each(languages)('and says in $code what the whole of it says', async ({ code, loadScreens }) => {
  const { words } = await loadScreens();
  expect([full.hasWords(code), slim.hasWords(code)]).toEqual([false, false]);
  const texts = textsOf(slim, code, words);
  expect(texts).toEqual(textsOf(full, code, words));
  expect(texts).toContain('4 later');
  expect([full.hasWords(code), slim.hasWords(code)]).toEqual([true, true]);
});
