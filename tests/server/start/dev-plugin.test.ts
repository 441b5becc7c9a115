import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { devPlugin } from '../../../server/start/dev-plugin.ts';
import { freePort } from '../../support/api/postgres.ts';
import { folderForFile } from '../support/for-file.ts';
import { waitFor } from '../support/wait-for.ts';

const root = await folderForFile();

test('the development server listens at HOST and PORT, and a page that polls soon sees each edit', async () => {
  const folder = join(root, 'server/start');
  await mkdir(folder, { recursive: true });
  const write = (word: string) => writeFile(join(folder, 'word.ts'), `export const word = ${word};`);
  await write("'first'");
  await writeFile(
    join(folder, 'start-backend.ts'),
    `import { word } from './word.ts';
    const routing = (_request, response) => response.end(word);
    export const openBackend = async () => ({ app: { routing }, close: async () => {} });`,
  );
  const port = await freePort();
  vi.stubEnv('PORT', String(port));
  vi.stubEnv('HOST', '127.0.0.1');
  const vite = await createServer({ configFile: false, root, plugins: [devPlugin()], logLevel: 'silent' });
  onTestFinished(() => vite.close());
  await vite.listen();
  const poll = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/word`);
    return response.ok ? response.text() : response.status;
  };
  expect(await poll()).toBe('first');

  for (const [word, seen] of [
    ["'second'", 'second'],
    ["'a mistake", 500],
    ["'mended'", 'mended'],
  ] as const) {
    await waitFor(word, async () => {
      // Save again, because Vite ignores an edit within 50 ms of the last.
      await write(word);
      return (await poll()) === seen;
    });
  }
});

test('the development server reports a mistake in a table of words', async () => {
  const words = Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`key-${key}`, 'word']));
  await writeFile(join(root, 'words.json'), JSON.stringify(words).replace(':', ''));
  const vite = await createServer({
    configFile: resolve('vite.config.ts'),
    root,
    server: { middlewareMode: true },
    logLevel: 'silent',
  });
  onTestFinished(() => vite.close());
  await expect(vite.transformRequest('/words.json')).rejects.toThrow(/line 1 column 9/);
});
