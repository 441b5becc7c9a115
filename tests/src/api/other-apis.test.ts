import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { calls as contract } from '../../../server/contract/calls.ts';
import type { Job } from '../../../src/api/jobs.ts';
import {
  brokenResponses,
  goodData,
  goodResponse,
  type RawResponse,
  type SpecCall,
} from '../../support/network/broken-responses.ts';
import { page as docs, fieldsOf, pick, wordsIn } from '../../support/network/own-api-docs.ts';
import { openCalls, openClient } from './spec-calls.ts';

/** The API's next response. */
let next: RawResponse;
let sent: Set<string>;
let page: Awaited<ReturnType<typeof openClient>>;
let calls: Awaited<ReturnType<typeof openCalls>>;
beforeEach(async () => {
  sent = new Set();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    for (const [name] of new Headers(init?.headers)) sent.add(name.toLowerCase());
    const { body, ...status } = next;
    return new Response(body, status);
  });
  page = await openClient('token');
  calls = await openCalls(page.saveToken);
});

const names = Object.keys(goodData) as SpecCall[];

/** Returns what the app reads if the API responds to the call with these data. */
function read(name: SpecCall, data: unknown, envelope?: object): Promise<unknown> {
  next = goodResponse(data);
  if (envelope) next = { ...next, body: JSON.stringify({ ...envelope, data }) };
  return calls[name]();
}

test('docs/hosts.md names each call that an API must have, with its method', () => {
  const needed = Object.entries(contract).filter(([, call]) => !('feature' in call));
  for (const [name, { method }] of needed) expect(docs).toContain(`| ${method} \`${name}\` |`);
  expect([...fieldsOf.keys()].sort()).toEqual(needed.map(([name]) => name).sort());
});

test.each(names)('%s needs exactly the fields that docs/hosts.md names', async name => {
  const fields = fieldsOf.get(name) ?? [];
  await expect(read(name, pick(goodData[name], fields))).resolves.not.toThrow();
  // A missing list counts as an empty list, so skip it.
  for (const field of fields.filter(field => field !== 'list')) {
    const others = fields.filter(other => other !== field);
    await expect(read(name, pick(goodData[name], others)), field).rejects.toThrow();
  }
});

test('docs/hosts.md names all headers that the app sends, and no others', async () => {
  for (const name of names) await read(name, goodData[name]);
  const [, sentence] = docs.match(/\*\*CORS\*\*: (.*?), for GET and POST/s) ?? [];
  expect([...sent].sort()).toEqual(wordsIn(sentence).sort());
});

test('each of 2,000 malformed responses shows an error in plain words, and the next good response works', async () => {
  const broken = fc
    .constantFrom(...names)
    .chain(name =>
      fc.record({ name: fc.constant(name), response: fc.constantFrom(...brokenResponses(name)) }),
    );
  const { closeToast, overlay } = await import('../../../src/state/overlay.ts');
  for (const { name, response } of fc.sample(broken, { numRuns: 2_000, seed: 15 })) {
    const about = `${name}: ${response.status} ${response.body}`;
    next = response;
    const error = await calls[name]().then(
      () => null,
      (error: Error) => error,
    );
    expect(error?.name ?? 'accepted', about).toMatch(/^(Api|Network)Error$/);
    for (const { id } of overlay.toasts) closeToast(id);
    page.client.showError(error);
    const words = [response.statusText, 'Not now', 'no'].map(text => ({ text }));
    expect(['error.network', ...words], about).toContainEqual(overlay.toasts[0]?.message);
    await expect(read(name, goodData[name]), about).resolves.not.toThrow();
  }
});

/** Returns a deep copy of `value` with each part replaced by the result of `change`. */
function rewrite(value: unknown, change: (name: string, value: unknown) => unknown, name = ''): unknown {
  const changed = change(name, value);
  if (changed !== value || typeof value !== 'object' || value === null) return changed;
  if (Array.isArray(value)) return value.map(item => rewrite(item, change, name));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, change, key)]));
}

const isTime = (name: string) => /^(time|\w+_time)$/.test(name);
const asTime = (write: (seconds: number) => unknown) => (name: string, value: unknown) =>
  isTime(name) && typeof value === 'number' && value > 0 ? write(value) : value;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
/** Writes times as ISO text in a zone that is this many hours ahead of UTC. */
const isoAt = (hours: number, zone: string) =>
  asTime(seconds => iso(seconds + hours * 3600).replace('Z', zone));

/** Other formats in which a backend may send the values in `goodData`. */
const forms: [name: string, change: (name: string, value: unknown) => unknown][] = [
  ['numbers as text', (_, value) => (typeof value === 'number' ? String(value) : value)],
  ['numbers as text with decimals', (_, value) => (typeof value === 'number' ? value.toFixed(1) : value)],
  ['times in milliseconds as text', asTime(seconds => String(seconds * 1000 + 999))],
  ['times in ISO 8601', asTime(iso)],
  ['times in ISO 8601 with a zone', isoAt(8, '+08:00')],
  ['times with a zone of half an hour', isoAt(-3.5, '-0330')],
  ['times with a comma', asTime(seconds => iso(seconds).replace('.', ',').replace('Z', '+00'))],
  ['times of PostgreSQL', asTime(seconds => iso(seconds).replace('T', ' ').replace('.000Z', '+00'))],
  [
    'times in basic ISO 8601 with a zone',
    asTime(seconds =>
      iso(seconds)
        .replace(/[-:]|\.000Z/g, '')
        .concat('+0000'),
    ),
  ],
  ['additional unknown fields', (name, value) => (name === 'list' ? value : withMore(value))],
];

function withMore(value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord && !('extra' in value)
    ? rewrite({ ...value, extra: 1 }, (_, part) => (part === value ? part : withMore(part)))
    : value;
}

test.each(forms)('every API call accepts a response with %s', async (form, change) => {
  for (const name of names) {
    // Keep ids unchanged, because "1.0" would be another id.
    const idsStay = (field: string, value: unknown) =>
      form.startsWith('numbers') && /(^|_)id$/.test(field) ? value : change(field, value);
    const expected = await read(name, goodData[name]);
    expect(await read(name, rewrite(goodData[name], idsStay)), name).toEqual(expected);
  }
});

function partsOf(data: object): Record<string, unknown>[] {
  if ('list' in data) return (data.list as unknown[]).map(item => Object(item));
  return ['train_and_generate_info' in data ? data.train_and_generate_info : data] as never;
}

/** Returns a call's good data, with this field replaced in each record. */
function instead(name: SpecCall, field: string, by: unknown): unknown {
  const data = structuredClone(goodData[name]);
  for (const part of partsOf(data ?? {})) part[field] = by;
  return data;
}

/** Each call with its optional fields: fields that the documentation does not name, and `train_id`. */
const optional = names.flatMap(name => {
  const fields = Object.keys(partsOf(goodData[name] ?? {})[0] ?? {});
  return (
    fields
      .filter(field => field === 'train_id' || !fieldsOf.get(name)?.includes(field))
      // Skip opaque values, which the app passes on unchanged.
      .filter(field => !/^\d+$|^length$|^payment$/.test(field))
      .map(field => [name, field] as const)
  );
});

test.each(optional)('%s treats an empty or invalid %s like a missing field', async (name, field) => {
  const expected = await read(name, instead(name, field, undefined));
  for (const by of [null, '', {}, true, [[]]])
    expect(await read(name, instead(name, field, by)), JSON.stringify(by)).toEqual(expected);
  if (/(^|_)id$/.test(field)) expect(await read(name, instead(name, field, 0))).toEqual(expected);
});

test.each([
  { code: '0', message: '' },
  { code: 0 },
  { code: 0, message: null },
  { code: '0', message: 5, request_id: 'r' },
])('every call accepts the envelope %j', async envelope => {
  for (const name of names) {
    const expected = await read(name, goodData[name]);
    expect(await read(name, goodData[name], envelope), name).toEqual(expected);
  }
});

const lists = names.filter(name => goodData[name] && 'list' in goodData[name]);
const itemsOf = (name: SpecCall) => (goodData[name] as { list: unknown[] }).list;

test.each(lists)('%s accepts a bare array, and an empty list in any form', async name => {
  const bare = (await read(name, itemsOf(name))) as unknown[];
  expect(bare).toHaveLength(itemsOf(name).length);
  for (const empty of [{ list: [] }, { list: null }, { list: {} }, { list: '' }, {}, [], '', null, undefined])
    expect(await read(name, empty), JSON.stringify(empty)).toEqual([]);
});

// Skip getHomePics, because the app replaces missing Home pictures by its own.
test.each(lists.filter(name => name !== 'getHomePics'))(
  '%s skips invalid items, and fails only if all items are invalid',
  async name => {
    const good = (await read(name, itemsOf(name))) as unknown[];
    const misfits = [null, 5, true, {}, [], { id: {} }];
    const mixed = misfits.flatMap((misfit, place) => [misfit, ...itemsOf(name).slice(place, place + 1)]);
    expect(await read(name, mixed)).toEqual(good);
    for (const misfit of misfits) {
      await expect(read(name, [misfit]), JSON.stringify(misfit)).rejects.toThrow();
      await expect(read(name, { list: [misfit, misfit] })).rejects.toThrow();
    }
  },
);

test("Home's pictures keep their positions if some pictures in the list are invalid", async () => {
  expect(await read('getHomePics', ['/a.png', 5, null, '/d.png'])).toEqual(['/a.png', '', '', '/d.png']);
});

const job = itemsOf('getTrainAndGenerateResultList')[0] as Record<string, unknown>;

test.each(['goTrainAndGeneratePic', 'getTrainAndGenerateResultById'] as const)(
  '%s accepts a job in train_and_generate_info, in data itself, or split between both',
  async name => {
    const { status, ...ids } = job;
    const expected = await read(name, { train_and_generate_info: job });
    expect(await read(name, job)).toEqual(expected);
    expect(await read(name, { status, train_and_generate_info: ids })).toEqual(expected);
    expect(await read(name, { ...job, train_and_generate_info: null })).toEqual(expected);
  },
);

/** The fields that the app adds to a job if the API returns only ids or a status. */
const bareJob = {
  ...{ styleId: null, coverUrl: '', expectMinutes: 0, expectSeconds: null, queuePosition: null, pics: [] },
  ...{ picCount: null, coins: 0, progress: null, createTime: 0, refusedPhotos: [] },
};

test.each<[SpecCall, data: unknown, read: object]>([
  [
    'goTrainAndGeneratePic',
    { train_id: 't2' },
    // The app takes the template and the title from the draft.
    { trainId: 't2', generateId: '', templateId: 1, title: 'Tea house', status: 'unknown', ...bareJob },
  ],
  [
    'getTrainAndGenerateResultById',
    { status: 3 },
    // The app takes the ids from the request.
    { trainId: 't1', generateId: 'g1', templateId: null, title: '', status: 'refused', ...bareJob },
  ],
  [
    'getTrainAndGenerateResultList',
    [{ generate_id: 'g2' }],
    [{ trainId: '', generateId: 'g2', templateId: null, title: '', status: 'unknown', ...bareJob }],
  ],
])('%s accepts a job with only %j', async (name, data, expected) => {
  expect(await read(name, data)).toEqual(expected);
});

test.each([undefined, 'ok', ['t1'], {}, { train_and_generate_info: 'ok' }])(
  'a created job is a success even if its data are unreadable: %j',
  async data => {
    expect(await read('goTrainAndGeneratePic', data)).toBeNull();
  },
);

test.each(['7', -100, 'ready'])('a job with the unknown status %j counts as running', async status => {
  const job = await read('getTrainAndGenerateResultById', { train_id: 1, status });
  expect(job).toMatchObject({ status: 'unknown' });
  const list = await read('getTrainAndGenerateResultList', [{ train_id: 1, status }]);
  expect(list).toMatchObject([{ trainId: 1, status: 'unknown' }]);
});

test('the app accepts pictures as objects and as bare addresses', async () => {
  const pics = await read('getUserPicsByGenerateId', [
    '/a.png',
    { pic_url: '/b.png' },
    { id: 3, pic_url: '/c.png' },
    '',
  ]);
  expect(pics).toMatchObject([
    { id: null, picUrl: '/a.png', screenUrl: '/a.png', listUrl: '/a.png', width: 768, height: 1024 },
    { id: null, picUrl: '/b.png' },
    { id: 3, picUrl: '/c.png' },
  ]);
});

test.each([
  ['bare addresses', ['/a.png', '/b.png'], [null, null]],
  ['objects, some with unknown names', [{ pic_url: '/a.png', id: 7 }, { url: '/b.png' }, 5, null, []], [7]],
  [
    'scripts',
    ['javascript:alert(1)', { list_url: 'javascript:alert(1)' }, { pic_url: 'data:image/png,' }],
    [],
  ],
  [
    'ten thousand',
    Array.from({ length: 10_000 }, (_, id) => ({ id: id + 1, list_url: '/a.png' })),
    [1, 2, 3, 4],
  ],
])('a job shows the first four readable pictures of a list of %s', async (_, pics, ids) => {
  const [job] = (await read('getTrainAndGenerateResultList', [{ train_id: 1, status: 5, pics }])) as Job[];
  expect(job!.pics.map(({ id }) => id)).toEqual(ids);
  const run = await read('getTrainAndGenerateResultById', { train_id: 1, status: 4, pics, pic_count: '4' });
  expect(run).toMatchObject({ pics: job!.pics, picCount: 4 });
});

test('64-bit ids keep all digits, and digits inside a text stay unchanged', async () => {
  const body =
    '{"code":0,"data":[{"train_id":9007199254740993,"status":4,"title":"say \\"9007199254740993,\\""}]}';
  next = { ...goodResponse(null), body };
  expect(await calls.getTrainAndGenerateResultList()).toMatchObject([
    { trainId: '9007199254740993', title: 'say "9007199254740993,"' },
  ]);
});

test('the app ignores a progress above 100, and assumes the usual size for a picture without a size', async () => {
  const jobs = await read('getTrainAndGenerateResultList', [{ train_id: 1, progress: 150 }]);
  expect(jobs).toMatchObject([{ progress: null }]);
  const pics = await read('getUserPicsByGenerateId', [{ pic_url: '/a.png', pic_width: 0, pic_height: '0' }]);
  expect(pics).toMatchObject([{ width: 768, height: 1024 }]);
});
