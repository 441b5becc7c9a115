import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Data } from '../../../server/contract/calls.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { openWechat, type Tickets } from '../../../server/wechat/open-wechat.ts';
import type { Reply } from '../../support/api/api.ts';
import { type HttpDouble, openHttpDouble } from '../doubles/http-double.ts';
import { openTestBackend, TestUser } from '../support/backend.ts';
import { folderForFile } from '../support/for-file.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { openTestDatabase } from '../support/test-database.ts';

const minute = 60_000;

const account = { WECHAT_APP_ID: 'wx123', WECHAT_APP_SECRET: 'hush' };

const dataDir = await folderForFile();
const { url, drop } = await openTestDatabase(dataDir);
const db = await openDatabase({ dataDir, databaseUrl: url || null });
afterAll(async () => {
  await db.close();
  await drop();
});

let wechat: HttpDouble;
let status: 'well' | 'refusing' | 'broken';
/** The number of issued tickets; the newest ticket is `ticket-<given>`. */
let given: number;
let now: number;

beforeEach(async () => {
  await db.query.deleteFrom('wechat_tickets').execute();
  [status, given] = ['well', 0];
  wechat = await openHttpDouble(({ url, body }) =>
    status === 'broken' ? { body: '<html>502</html>' } : { body: respond(url, String(body)) },
  );
  now = Date.now();
});
afterEach(() => wechat.close());

function respond({ pathname, searchParams }: URL, body: string): object {
  if (status === 'refusing') return { errcode: 40_164, errmsg: 'invalid ip' };
  if (pathname === '/cgi-bin/stable_token') {
    const { appid, secret } = JSON.parse(body);
    const isKnown = appid === account.WECHAT_APP_ID && secret === account.WECHAT_APP_SECRET;
    return isKnown
      ? { access_token: 'access', expires_in: 7200 }
      : { errcode: 40_125, errmsg: 'invalid appsecret' };
  }
  const isAllowed = searchParams.get('access_token') === 'access' && searchParams.get('type') === 'jsapi';
  if (pathname !== '/cgi-bin/ticket/getticket' || !isAllowed)
    return { errcode: 40_001, errmsg: 'invalid credential' };
  given += 1;
  return { errcode: 0, errmsg: 'ok', ticket: `ticket-${given}`, expires_in: 7200 };
}

/** The tickets of one process. Several processes share the database. */
function openProcess(environment: Record<string, string> = account): Tickets {
  const config = readConfig({ ...environment, WECHAT_API: wechat.origin });
  return openWechat(config, db, () => now)!.tickets;
}

test('many processes with one database make only one ticket request', async () => {
  const processes = Array.from({ length: 8 }, () => openProcess());

  const results = await Promise.all(processes.flatMap(tickets => [tickets(), tickets()]));

  expect(new Set(results)).toEqual(new Set(['ticket-1']));
  expect(wechat.requests.length).toBe(2);
});

test('all processes use a ticket until shortly before it expires, then a new ticket', async () => {
  const processes = [openProcess(), openProcess()];
  await Promise.all(processes.map(tickets => tickets()));

  now += 114 * minute;
  // The last of these processes starts only now.
  const later = [...processes, openProcess()];
  expect(new Set(await Promise.all(later.map(tickets => tickets())))).toEqual(new Set(['ticket-1']));
  expect(given).toBe(1);

  now += 2 * minute;
  const results = await Promise.all(processes.map(tickets => tickets()));
  // Only one process fetches the new ticket; others may use the old ticket, which stays valid for some minutes.
  expect(results).toContain('ticket-2');
  expect(await Promise.all(processes.map(tickets => tickets()))).toEqual(['ticket-2', 'ticket-2']);
  expect(given).toBe(2);
});

test('WeChat’s refusal is returned to all callers, and the next request waits for a pause', async () => {
  const tickets = openProcess();
  status = 'refusing';

  const results = await Promise.allSettled([tickets(), tickets(), tickets()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(wechat.requests.length).toBe(1);

  status = 'well';
  const later = tickets();
  now += 6000;
  expect(await later).toBe('ticket-1');
});

test('a process that dies while fetching a ticket blocks other processes for 15 seconds', async () => {
  await db.query
    .insertInto('wechat_tickets')
    .values({
      app_id: account.WECHAT_APP_ID,
      ticket: '',
      expire_time: new Date(now),
      refresh_until: new Date(now + 15_000),
    })
    .execute();

  const waiting = openProcess()();
  now += 16_000;

  expect(await waiting).toBe('ticket-1');
});

test('a configured account signs pages, and pages never get WeChat’s error messages', async () => {
  const backend = await openTestBackend({ ...account, WECHAT_API: wechat.origin });
  onTestFinished(backend.close);
  const page = new TestUser(backend, 'none');
  const url = 'http://localhost/tyy/';
  status = 'refusing';
  const refused = await page.post('jsapisignature', { url });
  expect(refused).toMatchObject({ status: 500, code: 1000, data: null });
  expect(refused.message).not.toContain('invalid ip');

  status = 'well';
  backend.clock.ahead = 6000;
  const { data } = await page.post('jsapisignature', { url });
  const text = `jsapi_ticket=ticket-1&noncestr=${data.nonce_str}&timestamp=${data.timestamp}&url=${url}`;
  expect(data).toMatchObject({ app_id: 'wx123', signature: createHash('sha1').update(text).digest('hex') });
});

const shared = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });

/** Requests a signature like WeChat's browser: as a guest, for a page at `localhost:80`. */
function sign(url: unknown) {
  return new TestUser(shared, 'none').send('POST', 'jsapisignature', { url }) as Promise<
    Reply<Data<'jsapisignature'>>
  >;
}

test.each([
  [
    'http://localhost/tyy/pic?generate_id=7&x=%E4%BD%A0',
    'http://localhost/tyy/pic?generate_id=7&x=%E4%BD%A0',
  ],
  ['http://localhost/tyy/#state=1&access_token=2', 'http://localhost/tyy/'],
  // An origin in CORS_ORIGINS.
  ['https://app.example.com/tyy/', 'https://app.example.com/tyy/'],
])('for the page %s the signature covers the address %s', async (page, url) => {
  const { data } = await sign(page);

  const { timestamp, nonce_str } = data;
  expect(data.app_id).toBe('wx-sandbox');
  expect(timestamp).toBeCloseTo(Date.now() / 1000, -2);
  expect(nonce_str).toMatch(/^[0-9a-f]{24}$/);
  const text = `jsapi_ticket=sandbox-ticket&noncestr=${nonce_str}&timestamp=${timestamp}&url=${url}`;
  expect(data.signature).toBe(createHash('sha1').update(text).digest('hex'));
});

test.each([
  'https://elsewhere.example.com/tyy/',
  'javascript:alert(1)',
  '/tyy/',
  `http://localhost/${'x'.repeat(5000)}`,
  null,
])('a signature for the page %s is refused', async url => {
  expect(await sign(url)).toMatchObject({ status: 400, code: 1004, data: null });
});

test('without a WeChat account and without the sandbox, the signature call does not exist', async () => {
  const closed = await openTestBackend({ SANDBOX: '0' });
  onTestFinished(closed.close);
  const url = 'http://localhost/tyy/';
  const response = await new TestUser(closed, 'none').post('jsapisignature', { url });
  expect(response).toMatchObject({ status: 404, code: 1003 });
});
