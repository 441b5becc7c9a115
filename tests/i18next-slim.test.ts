import { brotliCompressSync } from 'node:zlib';
import { createInstance } from 'i18next';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { languages } from '../src/i18n/languages.ts';
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
const dictionary: typeof import('../src/i18n/dictionary.ts') = await import(
  `data:text/javascript,${encodeURIComponent(chunk.code)}`
);

const counts = [0, 1, 2, 3, 11, 100, 1.5];
const values = { number: 4, time: '$t(retry) {count}, a < b', price: '<6 & {title}>', title: '{price}' };

test('the dictionary with what it needs of i18next weighs at most 6,500 bytes of brotli', () => {
  expect(brotliCompressSync(chunk.code).length).toBeLessThanOrEqual(6500);
});

test.each(languages)('and says in $code what the whole of i18next says', async ({ code, loadScreens }) => {
  const words: Record<string, string> = { ...(await loadScreens()).words, later: '{number} later' };
  const t = await createInstance().init({
    lng: code,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    resources: { [code]: { translation: words } },
  });
  expect(dictionary.hasWords(code)).toBe(false);
  const { later, ...first } = words;
  dictionary.addWords(code, first);
  // Words that come later join them.
  dictionary.addWords(code, { later: later ?? '' });
  expect(dictionary.hasWords(code)).toBe(true);

  const keys = [...Object.keys(words), 'unknown'].map(key => key.replace(/_\w+$/, '') as TextKey);
  for (const count of counts) {
    const filled = { ...values, count };
    const said = keys.map(key => dictionary.translate(code, key, filled));
    expect(said).toEqual(keys.map(key => t(key, filled)));
    expect(said).toContain('4 later');
  }
  expect(dictionary.translate(code, 'setting.title')).toBe(t('setting.title'));
  expect(dictionary.translate(code, 'unknown' as TextKey)).toBe('unknown');
});
