import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '../../../src/api/jobs.ts';
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

/** What a call of the app returns for these data. */
function read(name: SpecCall, data: unknown, envelope: object = { code: 0, message: '' }): Promise<unknown> {
  body = JSON.stringify({ ...envelope, data });
  return calls[name]();
}

const itemsOf = (name: SpecCall) => (goodData[name] as { list: unknown[] }).list;

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
const absent = [undefined, null, '', {}, true, [[]]];

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
        styleId: or('style_id', 1, null),
        title: or('title', 'Tea house', isNew ? 'Tea house' : ''),
        coverUrl: or('cover_url', '/t.png', ''),
        status: or('status', 'refused', 'unknown'),
        expectMinutes: or('expect_minutes', 0, 0),
        expectSeconds: null,
        queuePosition: null,
        pics: [],
        picCount: null,
        coins: 0,
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

test.each([7, '7', -100, 0, 99, 'ready', 'GenerateSuccess'])(
  'a status like %j is still running',
  async status => {
    const job = await read('getTrainAndGenerateResultById', { train_id: 1, status });
    expect(job).toMatchObject({ status: 'unknown' });
    const list = await read('getTrainAndGenerateResultList', [{ train_id: 1, status }]);
    expect(list).toMatchObject([{ trainId: 1, status: 'unknown' }]);
  },
);

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
    { id: 3, picUrl: '/c.png' },
  ]);
});

test.each([
  ['null', null, []],
  ['a text', 'none', []],
  ['bare addresses', ['/a.png', '/b.png'], [null, null]],
  ['objects of other names', [{ pic_url: '/a.png', id: 7 }, { url: '/b.png' }, 5, null, []], [7]],
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
])(
  'of the pictures of a job that come as %s, the first four that can be read are shown',
  async (_, pics, ids) => {
    const [job] = (await read('getTrainAndGenerateResultList', [{ train_id: 1, status: 5, pics }])) as Job[];
    expect(job!.pics.map(({ id }) => id)).toEqual(ids);
    const run = await read('getTrainAndGenerateResultById', { train_id: 1, status: 4, pics, pic_count: '4' });
    expect(run).toMatchObject({ pics: job!.pics, picCount: 4 });
  },
);

test.each(['four', '', null, {}])('a count of pictures like %j says nothing', async pic_count => {
  expect(await read('getTrainAndGenerateResultById', { status: 4, pic_count })).toMatchObject({
    picCount: null,
  });
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
  expect((templates as { id: unknown }[]).map(({ id }) => id)).toEqual(ids);
});

test('a progress beyond its bounds, or a picture without a size, is as if it were not there', async () => {
  const jobs = await read('getTrainAndGenerateResultList', [{ train_id: 1, progress: 150 }]);
  expect(jobs).toMatchObject([{ progress: null }]);
  const pics = await read('getUserPicsByGenerateId', [{ pic_url: '/a.png', pic_width: 0, pic_height: '0' }]);
  expect(pics).toMatchObject([{ width: 768, height: 1024 }]);
});
