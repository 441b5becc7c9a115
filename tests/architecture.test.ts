import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Every file below a folder, as paths from the project's root. */
function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = filesBelow('src');
const code = sources.filter(file => /\.tsx?$/.test(file));
const stylesheets = sources.filter(file => file.endsWith('.css'));

/** The folder of src that a file belongs to; files of src itself belong to none. */
const zoneOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';

/** Which folders a folder may take values from, beside itself. */
const mayImport: Record<string, string[]> = {
  app: ['screens', 'ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  screens: ['ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  flows: ['api', 'state', 'platform', 'i18n'],
  api: ['state', 'platform'],
  state: ['platform'],
  ui: [],
  platform: [],
  i18n: [],
};

/** The files whose values a file takes: `import type` does not count, dynamic imports do. */
function valueImports(file: string): string[] {
  const text = read(file);
  const statements = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\('(\.[^']+)'\)/g),
  ];
  return statements.map(match => path.posix.join(path.posix.dirname(file), match[1] as string));
}

test('values flow down: each folder takes them only from the folders below it', () => {
  const wrong = code.flatMap(file =>
    valueImports(file)
      .filter(target => zoneOf(file) !== '' && zoneOf(target) !== '' && zoneOf(target) !== zoneOf(file))
      .filter(target => !mayImport[zoneOf(file)]?.includes(zoneOf(target)))
      .map(target => `${file} takes values from ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no screen takes anything from another screen', () => {
  const ownFolder = (file: string) => file.split('/').slice(0, -1).join('/');
  const wrong = code
    .filter(file => zoneOf(file) === 'screens')
    .flatMap(file =>
      valueImports(file)
        .filter(target => zoneOf(target) === 'screens' && target.endsWith('.tsx'))
        .filter(target => ownFolder(target) === 'src/screens' || !target.startsWith(ownFolder(file)))
        .map(target => `${file} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('the app does not reach into the backend, nor the backend into the app', () => {
  const wrong = [...code, ...filesBelow('server').filter(file => file.endsWith('.ts'))].flatMap(file => {
    const home = file.split('/')[0];
    return valueImports(file)
      .filter(target => target.split('/')[0] !== home && /^(src|server)\//.test(target))
      .map(target => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
  expect(code.filter(file => read(file).includes('/sandbox/'))).toEqual([]);
});

test('only platform names storage, the service worker and the large SDKs', () => {
  const names = /\b(localStorage|sessionStorage|indexedDB|idb-keyval|serviceWorker|ali-oss|hash-wasm)\b/;
  const wrong = code
    .filter(file => zoneOf(file) !== 'platform')
    .filter(file => names.test(withoutComments(file)));
  expect(wrong).toEqual([]);
});

test('nobody asks which host this is, but the start and what stands in for the host', () => {
  const wrong = code
    .filter(file => zoneOf(file) !== 'platform' && file !== 'src/flows/start.ts')
    .filter(
      file =>
        valueImports(file).includes('src/platform/host.ts') || /\buserAgent\b/.test(withoutComments(file)),
    );
  expect(wrong).toEqual([]);
});

test('only api calls fetch, and platform for what is no call of the API', () => {
  const wrong = code
    .filter(file => !['api', 'platform'].includes(zoneOf(file)))
    .filter(file => /\bfetch\(/.test(withoutComments(file)));
  expect(wrong).toEqual([]);
});

test('no colour literal stands outside tokens.css', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;
  const wrong = [...stylesheets, ...code]
    .filter(file => file !== 'src/tokens.css')
    .filter(file => colour.test(withoutComments(file).replace(/url\(#[\w-]+\)/g, '')));
  expect(wrong).toEqual([]);
});

test('files are kebab-case, none is an index, and no folder is a catch-all', () => {
  const everything = [...sources, ...filesBelow('server'), ...filesBelow('tests')];
  const named = everything.filter(file => /\.(tsx?|css)$/.test(file));
  expect(named.filter(file => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(path.basename(file)))).toEqual(
    [],
  );
  expect(named.filter(file => /^index\./.test(path.basename(file)))).toEqual([]);
  expect(everything.filter(file => /\/(utils|helpers|common|hooks|types)\//.test(file))).toEqual([]);
});

/** A file's text without its comments, which may name what the code may not. */
function withoutComments(file: string): string {
  return read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
