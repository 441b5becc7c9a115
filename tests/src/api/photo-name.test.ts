import { expect, test, vi } from 'vitest';
import { isObjectKey } from '../../../server/store/object-store.ts';
import { photoName, photoSuffix } from '../../../src/api/photo-name.ts';
import { suffixIn } from '../../../src/api/suffix-in.ts';

const suffix = '0123456789abcdef0123';

test.each([
  ['自拍.jpg', 'image/jpeg', '自拍', '.jpg'],
  ['IMG 0042.JPG', 'image/jpeg', 'IMG-0042', '.jpg'],
  ['Cafe\u0301.png', 'image/png', 'Café', '.png'],
  ['फोटो.png', 'image/png', 'फोटो', '.png'],
  ['صورة ١.webp', 'image/webp', 'صورة-١', '.webp'],
  ['a photo.of.me.jpg', 'image/jpeg', 'a-photo-of-me', '.jpg'],
  ['😀.jpg', 'image/jpeg', 'photo', '.jpg'],
  ['../../etc/passwd', '', 'photo', ''],
  ['a\u0000b?c#d%e&f.jpg', 'image/jpeg', 'a-b-c-d-e-f', '.jpg'],
  ['', 'image/png', 'photo', '.png'],
  ['𠮷'.repeat(300), 'image/jpeg', '𠮷'.repeat(40), '.jpg'],
])('a photo named %j keeps as much of its name as an object store allows', (name, type, base, extension) => {
  const named = photoName(name, type, suffix);
  expect(named).toBe(`${base}_${suffix}${extension}`);
  expect(isObjectKey(named)).toBe(true);
});

test('the name suffix is the same for photos with the same bytes, and different for different bytes', async () => {
  const [one, same, other] = await Promise.all(
    ['a photo', 'a photo', 'another'].map(bytes => photoSuffix(new Blob([bytes]))),
  );
  expect(one).toMatch(/^[0-9a-f]{20}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test('photos get different name suffixes if neither the browser nor hash-wasm can compute SHA-256', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('WebAssembly', { compile: () => Promise.reject(new RangeError('Out of memory')) });
  const suffixes = [await photoSuffix(new Blob(['one'])), await photoSuffix(new Blob(['two']))];
  expect(new Set(suffixes).size).toBe(2);
  for (const found of suffixes) expect(isObjectKey(photoName('a.jpg', 'image/jpeg', found))).toBe(true);
});

test("the name suffix is found in a photo's address, with or without a signature", () => {
  const address = `https://store.example/photos/7/${encodeURIComponent(photoName('自拍.jpg', 'image/jpeg', suffix))}`;
  expect(suffixIn(address)).toBe(suffix);
  expect(suffixIn(`${address}?e=1&s=2`)).toBe(suffix);
  expect(suffixIn('https://store.example/photos/7/portrait.png')).toBe('');
  expect(suffixIn('')).toBe('');
});
