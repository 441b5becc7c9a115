import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmallerPictures } from '../../../server/store/smaller-pictures.ts';
import { type OssWorld, openOssWorld } from './oss-world.ts';

const key = 'pics/1/2/a.jpg';
let world: OssWorld;
let address: string;

beforeAll(async () => {
  world = await openOssWorld();
  const picture = sharp({ create: { width: 1152, height: 1536, channels: 3, background: '#a05030' } });
  const bytes = await picture
    .jpeg()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">made by AI</x:xmpmeta>')
    .toBuffer();
  await world.store.put(key, bytes, 'image/jpeg');
  address = world.origin + world.signer.signAddress(key, { width: 320 });
});

afterAll(() => world.close());

test.each([
  ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
  ['image/webp,*/*', 'image/webp', 'webp'],
  ['*/*', 'image/jpeg', 'jpeg'],
])(
  'a caller that accepts %s gets the smaller version as %s, with its label',
  async (accept, type, format) => {
    const response = await fetch(address, { headers: { accept } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = await sharp(bytes).metadata();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('vary')).toContain('accept');
    expect(found).toMatchObject({ format, width: 320, height: 427 });
    expect(bytes.includes('made by AI')).toBe(true);
    const again = await fetch(address, {
      headers: { accept, 'if-none-match': response.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  },
);

test('the full size is a JPEG for every caller', async () => {
  const response = await fetch(world.origin + world.signer.signAddress(key), {
    headers: { accept: 'image/avif,image/webp,*/*' },
  });

  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(1152);
});

test.each([
  ['another width', (text: string) => text.replace('w=320', 'w=319')],
  ['a width that another picture may have', (text: string) => text.replace('w=320', 'w=768')],
  ['no width', (text: string) => text.replace('&w=320', '')],
  ['two widths', (text: string) => `${text}&w=768`],
  ['another picture', (text: string) => text.replace('a.jpg', 'b.jpg')],
])('an address changed to %s is refused', async (_, change) => {
  expect((await fetch(change(address))).status).toBe(403);
});

test('an address of the full size opens no smaller version', async () => {
  const full = world.origin + world.signer.signAddress(key);

  expect((await fetch(`${full}&w=320`)).status).toBe(403);
});

test('a deleted picture is gone in all sizes, a replaced one is new in all', async () => {
  const other = 'pics/1/2/c.jpg';
  const small = world.origin + world.signer.signAddress(other, { width: 320 });
  const ofColour = (background: string) =>
    sharp({ create: { width: 640, height: 640, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const redOf = async () => {
    const { channels } = await sharp(Buffer.from(await (await fetch(small)).arrayBuffer())).stats();
    return Math.round(channels[0]!.mean);
  };

  await world.store.put(other, await ofColour('#ff0000'), 'image/jpeg');
  expect(await redOf()).toBeGreaterThan(240);
  await world.store.put(other, await ofColour('#000000'), 'image/jpeg');
  expect(await redOf()).toBeLessThan(10);
  await world.store.delete(other);
  expect((await fetch(small)).status).toBe(404);
});

test.each([
  ['whose signature is wrong', (text: string) => text.replace('w=320', 'w=319'), 403],
  ['of a picture that is gone', () => world.origin + world.signer.signAddress('pics/1/2/gone.jpg'), 404],
])('an address %s gets the envelope of a refusal, which nobody keeps', async (_, change, status) => {
  const response = await fetch(change(address));
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ code: 1003, data: null, message: expect.stringMatching(/\w/) });
});

test('one owner waits for a hundred smaller versions; those of others are made in turn', async () => {
  const pictures = new SmallerPictures();
  const never = new AbortController().signal;
  const made: string[] = [];
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const get = (owner: string, index: number) =>
    pictures.get(
      {
        name: `${owner} ${index}`,
        owner,
        width: 4,
        format: 'jpeg',
        load: async () => {
          made.push(owner);
          return bytes;
        },
      },
      never,
    );
  const flood = Array.from({ length: 110 }, (_, index) => get('greedy', index));
  const other = get('other', 0);
  const results = await Promise.allSettled([...flood, other]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(results[105]).toMatchObject({ reason: { statusCode: 503 } });
  expect(made.indexOf('other')).toBe(2);
});
