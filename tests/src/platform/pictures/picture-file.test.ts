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
