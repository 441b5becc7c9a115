import { beforeEach, expect, test, vi } from 'vitest';
import { picOf, picSources } from '../../../src/api/template-pics.ts';
import { getTemplates } from '../../../src/api/templates.ts';
import { saveToken } from '../../../src/state/session.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { stubCall } from '../../support/network/network.ts';

beforeEach(async () => saveToken((await signedIn()).token));

test('our backend says in which widths it has a picture, and each can be asked for', async () => {
  const [template] = await getTemplates(1);

  const sources = picSources(template as NonNullable<typeof template>)?.split(', ') ?? [];

  expect(sources.map(source => source.split(' ')[1])).toEqual(['320w', '480w', '768w']);
  for (const source of sources) {
    const response = await fetch(source.split(' ')[0] as string);
    expect(response.headers.get('content-type')).toMatch(/^image\//);
  }
});

test('the address of a picture stays as it is where the API names no widths', async () => {
  const picUrl = 'https://pics.example/1.jpg?sign=abc';
  stubCall('getTemplates', () => ({ list: [{ id: 1, title: 'One', pic_url: picUrl }] }));

  const [template] = await getTemplates(1);

  expect(template && picOf(template)).toBe(picUrl);
  expect(template && picSources(template)).toBeUndefined();
});

test('each template has its own address, also where they differ only in the id', async () => {
  const addresses = [
    'https://pics.example/t/1?v=1',
    'https://pics.example/t/2?v=1',
    'https://pics.example/9/3.jpg',
  ];
  const list = addresses.map((pic_url, place) => ({ id: place + 1, title: 'One', pic_url }));
  stubCall('getTemplates', () => ({ list }));

  expect((await getTemplates(1)).map(picOf)).toEqual(addresses);
});

test('where the user asks for less data, only the smallest picture is offered', async () => {
  const [template] = await getTemplates(1);
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));

  const sources = picSources(template as NonNullable<typeof template>);

  expect(sources).toMatch(/^[^, ]+[?&]w=320[^, ]* 320w$/);
});
