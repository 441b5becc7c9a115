import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { SourceMaps } from '../../../server/client-events/routes.ts';
import type { ClientEvents } from '../../../server/contract/client-events.ts';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { folderForFile } from '../support/for-file.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const folder = await folderForFile();
await mkdir(join(folder, 'maps'));
const map = { version: 3, sources: ['../../src/flows/app/start.ts'], names: [], mappings: 'AAUA' };
await writeFile(join(folder, 'maps/start-a1.js.map'), JSON.stringify(map));
const backend = sharedBackend({ METRICS: '1', LOG_LEVEL: 'info', APP_DIR: join(folder, 'app') });

beforeEach(() => {
  // A day later the limit per minute has reset, and known errors are logged again.
  backend.clock.ahead += 24 * 60 * 60 * 1000;
  backend.logged.length = 0;
});

const anError = (name = 'TypeError', file = 'start-a1.js') => ({
  name,
  place: 'page',
  frames: [{ file, line: 1, column: 1 }],
});

const aReport = (given: object = {}) => ({
  version: '1.0.0',
  host: 'im',
  screen: 'make-pic',
  errors: [anError()],
  ...given,
});

async function send(report: unknown, remoteAddress = '127.0.0.1'): Promise<number> {
  const payload = typeof report === 'string' ? report : JSON.stringify(report);
  const headers = { 'content-type': 'text/plain;charset=UTF-8' };
  const request = { method: 'POST', url: '/v1/clientReport', headers, payload, remoteAddress } as const;
  return (await backend.app.inject(request)).statusCode;
}

async function counted(line: RegExp): Promise<number> {
  const { body } = await backend.app.inject('/metrics');
  return Number(line.exec(body)?.[1] ?? 0);
}

const told = () =>
  backend.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'a page failed on a phone');

test('client errors and page speed are counted, and each error is logged once a day with its source line', async () => {
  expect(await send(aReport({ vitals: { lcp: 1200, inp: 90, cls: 0.02 } }))).toBe(204);
  expect(await counted(/tyy_client_lcp_seconds_sum\{host="im",screen="make-pic"\} ([\d.]+)/)).toBe(1.2);
  expect(await send(aReport({ errors: [anError(), anError('Error', 'old-b2.js')] }))).toBe(204);

  const errors = /tyy_client_errors_total\{host="im",screen="make-pic",error="TypeError"\} (\d+)/;
  expect(await counted(errors)).toBe(2);
  expect(told()).toMatchObject([
    {
      error: 'TypeError',
      screen: 'make-pic',
      host: 'im',
      version: '1.0.0',
      stack: ['src/flows/app/start.ts:11'],
    },
    { error: 'Error', stack: ['old-b2.js:1:1'] },
  ]);
});

test('the desk lists which phones fail', async () => {
  await send(
    aReport({ host: 'shell', screen: 'pic', errors: [anError('RangeError'), anError('RangeError')] }),
  );
  await send(aReport({ host: 'shell', screen: 'pic', errors: [] }));
  const request = { verb: 'phones', values: {}, page: 1, limit: 50, doneBy: 'test', reason: '' };
  const response = await runVerb(backend.services, request, true);
  expect('report' in response && response.report.rows).toContainEqual({
    screen: 'pic',
    host: 'shell',
    error: 'RangeError',
    errors: 2,
    pages: 2,
  });
});

test.each<[string, unknown, status?: number]>([
  ['invalid JSON', '{'],
  ['the message of an error', aReport({ errors: [{ ...anError(), message: 'Anna' }] })],
  ['an address as the place of an error', aReport({ errors: [anError('TypeError', '../../etc/passwd')] })],
  ['a query in the name of the screen', aReport({ screen: 'pic?generate_id=1' })],
  ['too many errors', aReport({ errors: Array.from({ length: 6 }, () => anError()) })],
  ['an unknown step', aReport({ steps: [{ step: 'Anna' }] })],
  ['too many steps', aReport({ steps: Array.from({ length: 21 }, () => ({ step: 'photo' })) })],
  ['an unknown host', aReport({ host: 'evil' })],
  ['ten thousand bytes', aReport({ version: 'x'.repeat(10_000) }), 413],
])('a client report with %s is refused', async (_what, report, status = 400) => {
  expect(await send(report)).toBe(status);
  expect(told()).toEqual([]);
});

test('client reports beyond the limit of their address are ignored', async () => {
  const before = await counted(/tyy_client_pages_total\{host="im",screen="setting"\} (\d+)/);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, () => send(aReport({ screen: 'setting', errors: [] }))),
  );

  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await counted(/tyy_client_pages_total\{host="im",screen="setting"\} (\d+)/)) - before).toBe(20);
});

test('a flood of made-up errors hides neither errors from other addresses nor later errors', async () => {
  const flood = async (address: string) => {
    for (let page = 0; page < 10; page++) {
      const errors = Array.from({ length: 5 }, (_, index) =>
        anError(`${address}x${page}x${index}`.replaceAll('.', '_')),
      );
      await send(aReport({ errors }), address);
    }
  };
  await flood('198.51.100.1');
  expect(told()).toHaveLength(10);
  await send(aReport({ errors: [anError('Error', 'true.js')] }), '203.0.113.7');
  expect(told()).toHaveLength(11);
  for (let last = 2; last < 12; last++) await flood(`198.51.100.${last}`);
  expect(told()).toHaveLength(50);
  backend.clock.ahead += 60 * 60_000;
  await send(aReport({ errors: [anError('Error', 'later.js')] }), '203.0.113.8');
  expect(told()).toHaveLength(51);
});

test('at most ten source maps are read per minute; later errors are logged with places in built files', async () => {
  const maps = new SourceMaps(join(backend.services.config.appDir, '../maps'));
  const frames = [{ file: 'start-a1.js', line: 1, column: 1 }];
  const found = await Promise.all(Array.from({ length: 12 }, () => maps.find(frames)));
  expect(found.map(([place]) => place)).toEqual([
    ...Array.from({ length: 10 }, () => 'src/flows/app/start.ts:11'),
    'start-a1.js:1:1',
    'start-a1.js:1:1',
  ]);
});

const tell = (host: ClientEvents['host'], steps?: ClientEvents['steps']) =>
  send(aReport({ host, screen: '', errors: [], ...(steps && { steps }) }));

/** Step counts for a host; keys look like `im paid 3` (host, step, template). */
async function countsOf(host: string, withZero = false): Promise<Record<string, number>> {
  const { body } = await backend.app.inject('/metrics');
  const lines = body.matchAll(/^tyy_steps_total\{host="(\w+)",step="(\w+)",template="(\w*)"\} (\d+)$/gm);
  const counts = [...lines].map(([, ...found]) => [found.slice(0, 3).join(' '), Number(found[3])] as const);
  return Object.fromEntries(counts.filter(([key, count]) => key.startsWith(host) && (withZero || count > 0)));
}

const chosen = (template: number, ...steps: NonNullable<ClientEvents['steps']>[number]['step'][]) =>
  steps.map(step => ({ step, template }));

test('user steps are counted by host and template; unknown templates are counted without an id', async () => {
  const [one = 0, two = 0] = (await backend.services.templates.list()).map(({ id }) => id);
  await tell('im', [{ step: 'photo' }, ...chosen(one, 'paid', 'saved')]);
  await tell('im', [{ step: 'photo' }, ...chosen(one, 'paid'), ...chosen(two, 'paid', 'shared', 'shared')]);
  await tell('browser', chosen(987_654, 'saved'));
  await tell('browser');

  expect(await countsOf('im')).toEqual({
    'im photo ': 2,
    [`im paid ${one}`]: 2,
    [`im saved ${one}`]: 1,
    [`im paid ${two}`]: 1,
    [`im shared ${two}`]: 2,
  });
  expect(await countsOf('browser')).toEqual({ 'browser saved ': 1 });
});

test('pages and steps are counted from 0, because increase() ignores the first value of a series', async () => {
  const [{ id } = { id: 0 }] = await backend.services.templates.list();
  const counts = await countsOf('shell', true);
  for (const step of ['photo ', 'preview ', `paid ${id}`, `saved ${id}`, `shared ${id}`])
    expect(counts[`shell ${step}`], step).toBe(0);
  const { body } = await backend.app.inject('/metrics');
  expect(body).toContain('tyy_client_pages_total{host="shell",screen="home"} 0\n');
  expect(body).toContain('tyy_job_seconds_count{result="failed"} 0\n');
});
