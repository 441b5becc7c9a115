import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';

// The bytes of a JPEG whose base64 needs both letters in which the two alphabets differ.
const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xfb, 0xef, 0xbe, 0xff]);
const base64 = btoa(String.fromCharCode(...bytes));

test.each([
  ['as it is', base64],
  ['with a prefix', `data:image/png;base64,${base64}`],
  ['in the alphabet for addresses', base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
  ['broken into lines', `${base64.slice(0, 4)}\r\n${base64.slice(4)}`],
])('a picture in base64 %s has its bytes, and the type that they say', async (_name, text) => {
  const file = pictureFile(text, '2_0');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect([file.name, file.type]).toEqual(['2_0.jpg', 'image/jpeg']);
});

const square = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`)]);

test.each<[type: string, extension: string, make: () => Promise<Buffer> | Buffer]>([
  ['image/png', 'png', () => square().png().toBuffer()],
  ['image/gif', 'gif', () => square().gif().toBuffer()],
  ['image/webp', 'webp', () => square().webp().toBuffer()],
  ['image/avif', 'avif', () => square().avif().toBuffer()],
  ['image/avif', 'avif', () => box('avis')],
  ['image/tiff', 'tif', () => square().tiff().toBuffer()],
  ['image/heic', 'heic', () => box('heic')],
  ['image/heic', 'heic', () => box('mif1')],
  ['image/bmp', 'bmp', () => Buffer.from('BM8')],
])('a picture of type %s is a file with the extension %s', async (type, extension, make) => {
  const file = pictureFile((await make()).toString('base64'), '1');
  expect([file.name, file.type]).toEqual([`1.${extension}`, type]);
});

test.each([
  ['text', btoa('a word that says BM and GIF8 and ftypheic')],
  ...['\xff\xd8\xff', '\x89PNG', 'GIF8', 'BM', 'MM\0*'].map((start): [string, string] => [
    `a text in which ${JSON.stringify(start)} comes late`,
    btoa(`x${start}`),
  ]),
  ['a RIFF that is no picture', btoa('RIFF1234WAVE')],
  ['another box', box('isom').toString('base64')],
])('what is %s is a file without a type', (_, text) => {
  const file = pictureFile(text, '1');
  expect([file.name, file.type, file.size > 0]).toEqual(['1', '', true]);
});

test.each(['', 'no base64!', 'data:image/png;base64,'])('%j becomes an empty file', text => {
  expect(pictureFile(text, '1').size).toBe(0);
});
