import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { GeneratorGaveUp } from '../../../server/generator/generator.ts';
import { openOpenaiImages } from '../../../server/generator/remote/openai-images.ts';
import { paintByNumber } from '../doubles/comfyui-double.ts';
import { openOpenaiImagesDouble } from '../doubles/openai-images-double.ts';
import { forFile } from '../support/for-file.ts';

const photo = await readFile('tests/testdata/astronaut.png');
const service = await forFile(openOpenaiImagesDouble(1024));

beforeEach(() => {
  service.calls.length = 0;
  service.paint = paintByNumber;
  service.sendsAddresses = false;
});

function run({ apiKey = service.key, model = 'gpt-image-2.5-sunburst', photos = [photo] } = {}) {
  const deadline = 60_000;
  const bounds = { references: 5, longestPrompt: 4000, size: '1024x1536' };
  const make = openOpenaiImages({ apiKey, apiAddress: `${service.origin}/v1`, model, bounds, deadline });
  return make({ photos, templateId: 4, count: 3, seed: 7 }, () => {}, new AbortController().signal);
}

const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: 'no', type: 'invalid_request_error' } },
});

test('each pic is requested by one form with the photo and its own shot; the result is base64 or a URL', async () => {
  for (const sendsAddresses of [false, true]) {
    service.sendsAddresses = sendsAddresses;
    const pics = await run();
    expect(pics.map(({ type, width }) => [type, width])).toEqual(Array(3).fill(['image/jpeg', 1024]));
  }
  const [first] = service.calls;
  expect(first!.fields).toMatchObject({ model: 'gpt-image-2.5-sunburst', n: '1', size: '1024x1536' });
  expect(new Set(service.calls.slice(0, 3).map(({ fields }) => fields.prompt)).size).toBe(3);
  const sent = await sharp(await first!.images[0]!.arrayBuffer()).metadata();
  expect(sent).toMatchObject({ format: 'jpeg', width: 512 });
  expect(sent.exif).toBeUndefined();
});

test('several photos are sent together, with high fidelity for models that support it', async () => {
  const other = await sharp(photo).rotate(5).png().toBuffer();
  await run({ model: 'gpt-image-1.5', photos: [photo, other] });
  expect(service.calls[0]!.images).toHaveLength(2);
  expect(service.calls[0]!.fields.input_fidelity).toBe('high');
});

test.each([
  ['refused content', refusal(400, 'moderation_blocked')],
  ['an account without money', refusal(429, 'insufficient_quota')],
  ['a billing limit', refusal(400, 'billing_hard_limit_reached')],
])('after an error for %s the job fails without a retry, with its message', async (_what, trouble) => {
  const before = service.requests.length;
  service.troubles.push(trouble);
  const failure = await run().catch((error: Error) => error);
  expect(failure).toBeInstanceOf(GeneratorGaveUp);
  expect(String(failure)).toContain(trouble.body.error.code);
  expect(service.requests.length).toBe(before + 1);
});

test('the error for a wrong key does not contain the key', async () => {
  const message = await run({ apiKey: 'sk-wrong' }).catch((error: Error) => error.message);
  expect(message).toContain('invalid_api_key');
  expect(message).not.toContain('sk-wrong');
});

test('a response without a picture is retried once, and then the job fails', async () => {
  service.troubles.push({ body: { data: [] } });
  expect(await run()).toHaveLength(3);
  service.troubles.push({ body: { data: [] } }, { body: {} });
  await expect(run()).rejects.toThrow('no picture');
  service.paint = async () => Buffer.from('no picture');
  await expect(run()).rejects.toThrow();
});
