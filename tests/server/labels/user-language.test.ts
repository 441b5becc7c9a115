import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TryOnRequest } from '../../../server/try-ons/try-on-drawer.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { createJob, finishedJob, picsOf, uploadPhotos } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({
  AI_LABEL: 'standard',
  AI_PRODUCER: 'An operator',
  PICS_PER_JOB: '1',
});

/** Brightness (0 to 255) of a place that the English label covers, but not the shorter Chinese label. */
async function brightnessWhereOnlyEnglishIs(address: string): Promise<number> {
  const { pathname, search } = new URL(address);
  const { rawPayload } = await backend.app.inject({ url: pathname + search });
  const { width, height } = await sharp(rawPayload).metadata();
  const place = {
    left: Math.round(width * 0.505),
    top: Math.round(height * 0.96),
    width: Math.round(width * 0.01),
    height: Math.round(height * 0.01),
  };
  const part = await sharp(rawPayload).extract(place).greyscale().toBuffer();
  return (await sharp(part).stats()).channels[0]!.mean;
}

/** Addresses of all sizes of a user's new pic. */
async function newPic(user: TestUser): Promise<string[]> {
  const { generate_id } = await finishedJob(user);
  const [pic] = await picsOf(user, { generate_id });
  return [pic!.pic_url, pic!.screen_url!, pic!.list_url!];
}

test('a pic’s label is in its user’s language, in all sizes', async () => {
  const [english, chinese] = await Promise.all([
    newPic(await signIn(backend, 'Ann')),
    newPic(await signIn(backend, 'Li', 'zh-CN')),
  ]);
  for (const [index, address] of english.entries()) {
    const dark = await brightnessWhereOnlyEnglishIs(address);
    expect(dark).toBeLessThan(0.6 * (await brightnessWhereOnlyEnglishIs(chinese[index]!)));
  }
});

test('a try-on has a label, and is redrawn if the user changes the language', async () => {
  const drawn: TryOnRequest['label'][] = [];
  const { draw } = backend.tryOnDrawer;
  backend.tryOnDrawer.draw = request => {
    drawn.push(request.label);
    return draw(request);
  };
  const user = await signIn(backend, 'Bo');
  const [photo] = await uploadPhotos(user);
  const inChinese = await signIn(backend, 'Bo', 'zh');
  for (const reader of [user, inChinese, user]) {
    const { data } = await reader.post('previewTemplates', { photo: photo!, template_ids: [1] });
    expect(data.list).toHaveLength(1);
  }
  expect(drawn).toMatchObject([
    { mark: 'standard', producer: 'An operator', language: 'en' },
    { mark: 'standard', producer: 'An operator', language: 'zh' },
  ]);
});

test('no ID photos are offered if pictures must have the standard’s visible label', async () => {
  const user = await signIn(backend, 'Cy');
  const { list } = (await user.get('getTemplates', { page_size: 100 })).data;
  const categories = new Set(list.map(({ category }) => category));
  expect([...categories]).toContain('photo');
  expect([...categories]).not.toContain('id-photo');
  expect((await createJob(user, undefined, 99)).code).toBe(1004);
});
