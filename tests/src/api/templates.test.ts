import { beforeEach, expect, test, vi } from 'vitest';
import { picOf, picSources } from '../../../src/api/template-pics.ts';
import { getTemplates } from '../../../src/api/templates.ts';
import { saveToken } from '../../../src/state/session.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { stubCall } from '../../support/network/network.ts';

beforeEach(async () => saveToken((await signedIn()).token));

test('our backend offers three widths of a template picture, and users with data saver get the smallest', async () => {
  const template = (await getTemplates(1))[0]!;
  const sources = picSources(template)?.split(', ') ?? [];
  expect(sources.map(source => source.split(' ')[1])).toEqual(['320w', '480w', '768w']);
  for (const source of sources) {
    const response = await fetch(source.split(' ')[0] as string);
    expect(response.headers.get('content-type')).toMatch(/^image\//);
  }

  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
  expect(picSources(template)).toMatch(/^[^, ]+[?&]w=320[^, ]* 320w$/);
});

test('if an API offers no widths, the app uses each template picture’s address unchanged', async () => {
  const addresses = [
    'https://pics.example/t/1?v=1',
    'https://pics.example/t/2?v=1',
    'https://b.example/9.jpg',
  ];
  const list = addresses.map((pic_url, place) => ({ id: place + 1, title: 'One', pic_url }));
  stubCall('getTemplates', () => ({ list }));

  const templates = await getTemplates(1);
  expect(templates.map(picOf)).toEqual(addresses);
  expect(templates.map(picSources)).toEqual([undefined, undefined, undefined]);
});
