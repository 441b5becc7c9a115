import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, createJob, type JobAnswer, uploadPhotos, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
}, 30_000);

afterAll(() => backend.close());

test('a person signs in, chooses a template, creates a job and gets four pics', async () => {
  const ann = await signIn(backend, 'Ann');
  const user = await ann.get<{ nickname: string; coins: number; vip_level: number }>('getUserInfo');
  expect(user.data).toMatchObject({ nickname: 'Ann', coins: 50, vip_level: 0, vip_expire_time: 0 });

  const cost = await ann.get<{ num: number }>('getGenerateCost');
  expect(cost.data.num).toBe(20);

  const templates = await ann.get<{ list: { id: number; pic_url: string }[] }>('getTemplates', {
    cur_page: 1,
    page_size: 3,
  });
  expect(templates.data.list).toHaveLength(3);
  const [template] = templates.data.list;

  const photos = await uploadPhotos(ann, 2);
  const created = await ann.post<{ train_and_generate_info: JobAnswer }>('goTrainAndGeneratePic', {
    template_id: template!.id,
    resource_pics: photos,
    style_id: 1,
  });
  expect(created).toMatchObject({ status: 200, code: 0 });
  const job = created.data.train_and_generate_info;
  expect(job).toMatchObject({
    template_id: template!.id,
    style_id: 1,
    expect_minutes: 1,
    cover_url: template!.pic_url,
  });
  expect(await coinsOf(ann)).toBe(30);

  const done = await waitForStatus(ann, job, 5);
  expect(done).toMatchObject({ progress: 100, expect_minutes: 0, refuse_reasons: [] });
  expect(await coinsOf(ann)).toBe(30);

  const pics = await ann.get<{ list: { id: string; pic_url: string; pic_width: number }[] }>(
    'getUserPicsByGenerateId',
    { generate_id: job.generate_id },
  );
  expect(pics.data.list).toHaveLength(4);
  expect(pics.data.list[0]).toMatchObject({ pic_width: 768, pic_height: 1024, pic_url: done.cover_url });

  const pic = await backend.app.inject(
    new URL(pics.data.list[0]!.pic_url).pathname + new URL(pics.data.list[0]!.pic_url).search,
  );
  expect(pic.statusCode).toBe(200);
  expect(pic.headers['content-type']).toBe('image/jpeg');

  const list = await ann.get<{ list: JobAnswer[] }>('getTrainAndGenerateResultList');
  expect(list.data.list).toEqual([done]);

  const personal = await ann.get<{ list: string[] }>('getPersonalPics');
  expect(personal.data.list.map(address => new URL(address).pathname.split('/').at(-1))).toEqual([
    'photo_0.jpg',
    'photo_1.jpg',
  ]);
});
