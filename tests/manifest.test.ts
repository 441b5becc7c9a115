import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { languages } from '../src/i18n/languages.ts';
import { basePath, paths } from '../src/paths.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

interface Manifest {
  id: string;
  start_url: string;
  scope: string;
  icons: Picture[];
  screenshots?: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
  related_applications: { platform: string; url: string }[];
}

const manifest: Manifest = JSON.parse(readFileSync('public/manifest.en.webmanifest', 'utf8'));
const address = 'https://app.example.com/tyy/manifest.en.webmanifest';

/** Returns the path of a file by its address in the manifest. */
function fileOf(src: string): string {
  const { pathname } = new URL(src, address);
  expect(pathname.startsWith('/tyy/')).toBe(true);
  return pathname.replace('/tyy/', 'public/');
}

test('every picture in the manifest exists with the size and type that the manifest states', async () => {
  const pictures = [
    ...manifest.icons,
    ...(manifest.screenshots ?? []),
    ...manifest.shortcuts.flatMap(shortcut => shortcut.icons),
  ];
  for (const { src, sizes, type } of pictures) {
    const { width, height, format } = await sharp(fileOf(src)).metadata();
    expect({ src, sizes: `${width}x${height}`, type: `image/${format}` }).toEqual({ src, sizes, type });
  }
});

test('the manifest has icons for the purposes any, maskable and monochrome', () => {
  expect(new Set(manifest.icons.map(icon => icon.purpose))).toEqual(
    new Set(['any', 'maskable', 'monochrome']),
  );
});

test('the manifest’s shortcuts open make-pic and My pictures', () => {
  expect(manifest.shortcuts.map(shortcut => shortcut.url)).toEqual([
    basePath + paths.makePic,
    basePath + paths.picList,
  ]);
  for (const url of [manifest.id, manifest.start_url, manifest.scope]) expect(url).toBe(`${basePath}/`);
});

test('the manifest lists the app itself as a related application', () => {
  const [itself] = manifest.related_applications;
  expect(itself?.platform).toBe('webapp');
  expect(new URL(itself?.url ?? '', address).href).toBe(address);
});

test.each(languages.slice(1))(
  'the manifest in $code differs from the first one only in its words',
  ({ code, lang }) => {
    const words = /"(name|short_name|description|lang|label)": "[^"]*"|\/tyy\/manifest[\w.]*/g;
    const first = readFileSync('public/manifest.en.webmanifest', 'utf8');
    const other = readFileSync(`public/manifest.${code}.webmanifest`, 'utf8');
    expect(other.replace(words, '')).toBe(first.replace(words, ''));
    expect(JSON.parse(other).lang).toBe(lang);
    expect(Object.values(JSON.parse(other).shortcuts)).toHaveLength(manifest.shortcuts.length);
  },
);
