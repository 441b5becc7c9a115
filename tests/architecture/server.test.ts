import { expect, test } from 'vitest';
import { screens } from '../../server/http/screens.ts';
import { paths } from '../../src/paths.ts';
import { allImports, filesBelow, findCycles, valueImports } from './source-files.ts';

const code = filesBelow('server').filter(file => file.endsWith('.ts'));

/** The folder of server that a file belongs to; the files of server itself are the zone `app`. */
const zoneOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? 'app';

/** Which zones a zone may import from, beside itself: values and types alike. */
const mayImport: Record<string, string[]> = {
  contract: [],
  languages: [],
  http: ['languages', 'contract', 'db'],
  db: [],
  store: ['contract', 'http', 'db'],
  generator: ['languages'],
  accounts: ['contract', 'http', 'db', 'store'],
  wechat: ['http', 'db'],
  templates: ['languages', 'contract', 'http', 'db', 'generator'],
  money: ['languages', 'contract', 'http', 'db', 'accounts'],
  jobs: ['languages', 'contract', 'http', 'db', 'store', 'generator', 'accounts', 'templates', 'money'],
  'template-previews': ['contract', 'http', 'db', 'store', 'generator', 'accounts', 'templates', 'jobs'],
  erasure: ['http', 'db', 'store', 'accounts', 'money', 'jobs'],
  sandbox: ['languages', 'contract', 'http', 'db', 'accounts', 'money'],
  settings: ['store', 'generator', 'accounts', 'wechat', 'money'],
};

test('imports flow down: each zone takes values and types only from the zones below it', () => {
  const wrong = code.flatMap(file =>
    allImports(file)
      .filter(target => target.startsWith('server/') && zoneOf(target) !== zoneOf(file))
      .filter(target => zoneOf(file) !== 'app' && !mayImport[zoneOf(file)]?.includes(zoneOf(target)))
      .map(target => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no zone stands outside the table', () => {
  const zones = new Set(code.map(zoneOf));
  expect([...zones].filter(zone => zone !== 'app' && !(zone in mayImport))).toEqual([]);
});

test('the table of zones has no circle', () => {
  expect(findCycles(Object.keys(mayImport), zone => mayImport[zone] ?? [])).toEqual([]);
});

test('no file takes values from itself by way of others', () => {
  expect(findCycles(code, valueImports)).toEqual([]);
});

test('only the start knows all services', () => {
  const knowing = code.filter(file => allImports(file).includes('server/services.ts'));
  expect(knowing.sort()).toEqual(['server/app.ts', 'server/start-backend.ts']);
});

test('the server knows the screens of the app', () => {
  expect(screens.map(name => `/${name}`)).toEqual(Object.values(paths));
});
