import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { goodData, type SpecCall } from '../../support/broken-responses.ts';
import { openClient } from './client-page.ts';
import { openCalls } from './spec-calls.ts';

let body: string;
let calls: Awaited<ReturnType<typeof openCalls>>;
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
  const { saveToken } = await openClient('token');
  calls = await openCalls(saveToken);
});

const names = Object.keys(goodData) as SpecCall[];

/** What a call of the app returns for these data. */
function read(name: SpecCall, data: unknown, envelope: object = { code: 0, message: '' }): Promise<unknown> {
  body = JSON.stringify({ ...envelope, data });
  return calls[name]();
}

/** A copy in which each value that `change` knows another form of is written so. */
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

/** Each form in which a backend may write what our own writes as in `goodData`. */
const forms: [name: string, change: (name: string, value: unknown) => unknown][] = [
  ['numbers as text', (_, value) => (typeof value === 'number' ? String(value) : value)],
  ['numbers as text with decimals', (_, value) => (typeof value === 'number' ? value.toFixed(1) : value)],
  ['times in milliseconds', asTime(seconds => seconds * 1000)],
  ['times in milliseconds as text', asTime(seconds => String(seconds * 1000 + 999))],
  ['times in ISO 8601', asTime(iso)],
  ['times in ISO 8601 with a zone', asTime(seconds => iso(seconds + 8 * 3600).replace('Z', '+08:00'))],
  ['times with a zone without its colon', asTime(seconds => iso(seconds).replace('Z', '+0000'))],
  [
    'times with a space and microseconds',
    asTime(seconds => iso(seconds).replace('T', ' ').replace('Z', '123Z')),
  ],
  ['fields that nobody knows', (name, value) => (name === 'list' ? value : withMore(value))],
];

function withMore(value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord && !('extra' in value)
    ? {
        ...(rewrite({ ...value, extra: 1 }, (_, part) => (part === value ? part : withMore(part))) as object),
      }
    : value;
}

test.each(forms)('every call reads %s as what they say', async (form, change) => {
  for (const name of names) {
    // An id is a text, of which "1.0" is another one.
    const idsStay = (field: string, value: unknown) =>
      form.includes('decimals') && /(^|_)id$/.test(field) ? value : change(field, value);
    const expected = await read(name, goodData[name]);
    expect(await read(name, rewrite(goodData[name], idsStay)), name).toEqual(expected);
  }
});

test.each([
  { code: '0', message: '' },
  { code: 0 },
  { code: 0, message: null },
  { code: '0', message: 5, request_id: 'r' },
])('every call takes the envelope %j', async envelope => {
  for (const name of names) {
    const expected = await read(name, goodData[name]);
    expect(await read(name, goodData[name], envelope), name).toEqual(expected);
  }
});

const lists = names.filter(name => goodData[name] && 'list' in goodData[name]);
const itemsOf = (name: SpecCall) => (goodData[name] as { list: unknown[] }).list;

test.each(lists)('%s is a bare array too, and nothing where it is empty', async name => {
  const bare = (await read(name, itemsOf(name))) as unknown[];
  expect(bare).toHaveLength(itemsOf(name).length);
  for (const empty of [{ list: [] }, { list: null }, {}, [], null, undefined])
    expect(await read(name, empty), JSON.stringify(empty)).toEqual([]);
});

// Home's pictures have places, which the app's own ones fill.
test.each(lists.filter(name => name !== 'getHomePics'))(
  '%s leaves out what does not fit, and is a failure where nothing does',
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

test("Home's pictures keep their places where one of them cannot be read", async () => {
  expect(await read('getHomePics', ['/a.png', 5, null, '/d.png'])).toEqual(['/a.png', '', '', '/d.png']);
});

const job = itemsOf('getTrainAndGenerateResultList')[0] as Record<string, unknown>;

test.each(['goTrainAndGeneratePic', 'getTrainAndGenerateResultById'] as const)(
  '%s has its job in train_and_generate_info, in data itself, or in part beside it',
  async name => {
    const { status, ...ids } = job;
    const expected = await read(name, { train_and_generate_info: job });
    expect(await read(name, job)).toEqual(expected);
    expect(await read(name, { status, train_and_generate_info: ids })).toEqual(expected);
    expect(await read(name, { ...job, train_and_generate_info: null })).toEqual(expected);
  },
);

/** What stands in the place of an optional field. */
const absent = [undefined, null, {}, true, [[]]];

test('a job may lack any of its fields, in any combination, as long as it has what it needs', async () => {
  const fields = Object.keys(job);
  const holes = fc.record({
    name: fc.constantFrom(
      'goTrainAndGeneratePic' as const,
      'getTrainAndGenerateResultById' as const,
      'getTrainAndGenerateResultList' as const,
    ),
    gone: fc.subarray(fields),
    by: fc.constantFrom(...absent),
    isBare: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(holes, async ({ name, gone, by, isBare }) => {
      const left = Object.fromEntries(fields.map(field => [field, gone.includes(field) ? by : job[field]]));
      const data = {
        goTrainAndGeneratePic: left,
        getTrainAndGenerateResultById: left,
        getTrainAndGenerateResultList: [left],
      };
      const result = read(name, isBare ? data[name] : wrapped(data[name])).then(
        value => (Array.isArray(value) ? value[0] : value),
        () => 'failure',
      );
      const isNamed = !(gone.includes('train_id') && gone.includes('generate_id'));
      const isEnough = name === 'getTrainAndGenerateResultById' ? !gone.includes('status') : isNamed;
      if (!isEnough || !(isNamed || name === 'getTrainAndGenerateResultById')) {
        expect(await result).toBe(name === 'goTrainAndGeneratePic' ? null : 'failure');
        return;
      }
      // What the app asked for and what its draft knows stand in.
      const known = name === 'getTrainAndGenerateResultById' ? ['t1', 'g1'] : ['', ''];
      const isNew = name === 'goTrainAndGeneratePic';
      const or = (field: string, value: unknown, without: unknown) =>
        gone.includes(field) ? without : value;
      expect(await result).toEqual({
        trainId: or('train_id', 't1', known[0]),
        generateId: or('generate_id', 'g1', known[1]),
        templateId: or('template_id', 1, isNew ? 1 : null),
        title: or('title', 'Tea house', isNew ? 'Tea house' : ''),
        coverUrl: or('cover_url', '/t.png', ''),
        status: or('status', 'refused', 'unknown'),
        expectMinutes: or('expect_minutes', 0, 0),
        expectSeconds: null,
        queuePosition: null,
        progress: or('progress', 100, null),
        createTime: or('create_time', 1_700_000_000, 0),
        refusedPhotos: or('refuse_reasons', [{ index: 0, problems: ['blurry'] }], []),
      });
    }),
    { seed: 29, numRuns: 500 },
  );
});

function wrapped(data: unknown): unknown {
  return Array.isArray(data) ? { list: data } : { train_and_generate_info: data };
}

test.each([undefined, null, 'ok', 5, true, [], ['t1'], {}, { train_and_generate_info: 'ok' }])(
  'a job that was made is no failure, whatever stands in its data: %j',
  async data => {
    expect(await read('goTrainAndGeneratePic', data)).toBeNull();
  },
);

test.each([7, '7', -100, 'ready', 99])('a status like %j is still running', async status => {
  const list = await read('getTrainAndGenerateResultList', [{ train_id: 1, status }]);
  expect(list).toMatchObject([{ trainId: '1', status: 'unknown' }]);
});

test('a picture is an object or its bare address', async () => {
  const pics = await read('getUserPicsByGenerateId', [
    '/a.png',
    { pic_url: '/b.png' },
    { id: 3, pic_url: '/c.png' },
    '',
  ]);
  expect(pics).toMatchObject([
    { id: null, picUrl: '/a.png', screenUrl: '/a.png', listUrl: '/a.png', width: 768, height: 1024 },
    { id: null, picUrl: '/b.png' },
    { id: '3', picUrl: '/c.png' },
  ]);
});

test('ids of 64 bits keep their digits, and a text that looks like one stays as it is', async () => {
  body = '{"code":0,"data":[{"train_id":9007199254740993,"status":4,"title":"say \\"9007199254740993,\\""}]}';
  expect(await calls.getTrainAndGenerateResultList()).toMatchObject([
    { trainId: '9007199254740993', title: 'say "9007199254740993,"' },
  ]);
});

test('the id of a template is a number or any text', async () => {
  const ids = [7, '7', '007', 'tea-house', '1e3', 'NaN'];
  const templates = await read(
    'getTemplates',
    ids.map(id => ({ id, title: 'A', pic_url: '/a.png' })),
  );
  expect((templates as { id: unknown }[]).map(({ id }) => id)).toEqual([
    7,
    7,
    '007',
    'tea-house',
    '1e3',
    'NaN',
  ]);
});

test('a progress beyond its bounds, or a picture without a size, is as if it were not there', async () => {
  const jobs = await read('getTrainAndGenerateResultList', [{ train_id: 1, progress: 150 }]);
  expect(jobs).toMatchObject([{ progress: null }]);
  const pics = await read('getUserPicsByGenerateId', [{ pic_url: '/a.png', pic_width: 0, pic_height: '0' }]);
  expect(pics).toMatchObject([{ width: 768, height: 1024 }]);
});
