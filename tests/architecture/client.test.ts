import { expect, test } from 'vitest';
import { calls } from '../../server/contract/calls.ts';
import { filesBelow, readSource, valueImports, withoutComments } from './source-files.ts';

const sources = filesBelow('src');
const code = sources.filter(file => /\.tsx?$/.test(file));
const stylesheets = sources.filter(file => file.endsWith('.css'));

/** The folder of src that a file belongs to; files of src itself belong to none. */
const zoneOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';

/** Which folders a folder may take values from, beside itself. */
const mayImport: Record<string, string[]> = {
  app: ['screens', 'components', 'ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  screens: ['components', 'ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  components: ['ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  flows: ['api', 'state', 'platform', 'i18n'],
  api: ['state', 'platform'],
  state: ['platform'],
  ui: [],
  platform: [],
  i18n: [],
};

test('values flow down: each folder takes them only from the folders below it', () => {
  const wrong = code.flatMap(file =>
    valueImports(file)
      .filter(target => zoneOf(file) !== '' && zoneOf(target) !== '' && zoneOf(target) !== zoneOf(file))
      .filter(target => !mayImport[zoneOf(file)]?.includes(zoneOf(target)))
      .map(target => `${file} takes values from ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** The screen that a file belongs to: its folder in `src/screens`, or its own name where the screen has none. */
const screenOf = (file: string) => /^src\/screens\/([\w-]+)/.exec(file)?.[1] ?? '';

test('no screen takes anything from another screen', () => {
  const wrong = code
    .filter(file => zoneOf(file) === 'screens')
    .flatMap(file =>
      valueImports(file)
        .filter(target => zoneOf(target) === 'screens' && screenOf(target) !== screenOf(file))
        .map(target => `${file} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('a screen is a file, or a folder of its name where it has parts; the table of screens opens each', () => {
  const files = code.filter(file => zoneOf(file) === 'screens');
  const opened = valueImports('src/app/screens.ts').filter(target => zoneOf(target) === 'screens');
  const expected = [...new Set(files.map(screenOf))].map(name => {
    const hasFolder = files.some(file => file.startsWith(`src/screens/${name}/`));
    return hasFolder ? `src/screens/${name}/${name}.tsx` : `src/screens/${name}.tsx`;
  });
  expect(opened.sort()).toEqual(expected.sort());
});

test('the app does not reach into the backend, nor the backend into the app', () => {
  const wrong = [...code, ...filesBelow('server').filter(file => file.endsWith('.ts'))].flatMap(file => {
    const home = file.split('/')[0];
    return valueImports(file)
      .filter(target => target.split('/')[0] !== home && /^(src|server)\//.test(target))
      .map(target => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
  expect(code.filter(file => readSource(file).includes('/sandbox/'))).toEqual([]);
});

test('state is written in state alone: no other zone assigns to a proxy or copies into it', () => {
  const proxies = '(?:session|overlay|wizard|making|payment)';
  const writes = [
    new RegExp(String.raw`\b${proxies}(?:\??\.\w+|\[[^\]]+\])+\s*(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?)?=(?![=>])`),
    new RegExp(String.raw`\b${proxies}(?:\.\w+|\[[^\]]+\])+\s*(?:\+\+|--)`),
    new RegExp(String.raw`\b${proxies}(?:\.\w+)+\.(?:push|pop|shift|unshift|splice|sort|reverse|fill)\(`),
    new RegExp(String.raw`\b(?:Object\.assign\(\s*|delete\s+)${proxies}\b`),
    /\bproxy(?:<[^>]*>)?\(/,
  ];
  const wrong = code
    .filter(file => zoneOf(file) !== 'state')
    .filter(file => writes.some(write => write.test(withoutComments(file))));
  expect(wrong).toEqual([]);
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

const sourceText = (file: string) => withoutComments(file);

test('only the client names an address of the API; a call beyond the specification is made by its word', () => {
  const addresses = code
    .filter(file => file !== 'src/api/client.ts')
    .filter(file => /['"`/]v1\//.test(sourceText(file)));
  expect(addresses).toEqual([]);

  const extras = Object.entries(calls).flatMap(([name, call]) =>
    'feature' in call ? [{ name, feature: call.feature }] : [],
  );
  expect(extras.length).toBeGreaterThan(0);
  const ungated = code.flatMap(file =>
    [...sourceText(file).matchAll(/\b(?:get|post)\(\s*'(\w+)'[^;]*;/g)]
      .filter(([text, made]) =>
        extras.some(({ name, feature }) => name === made && !text.includes(`feature: '${feature}'`)),
      )
      .map(([, made]) => `${file} makes ${made} without its word`),
  );
  expect(ungated).toEqual([]);
});

test('a header beyond the specification is sent by its word', () => {
  const ungated = code
    .filter(file => /idempotency-key/i.test(sourceText(file)))
    .filter(file => !/feature: 'idempotency-key'|hasFeature\('idempotency-key'\)/.test(sourceText(file)));
  expect(ungated).toEqual([]);
});
