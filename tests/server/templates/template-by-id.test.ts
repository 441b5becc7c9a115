import { expect, test } from 'vitest';
import { openTestBackend, signIn } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend();

test('a template that is switched off keeps its title and category, in the caller’s language', async () => {
  const ann = await signIn(backend, 'Ann');
  const anna = await signIn(backend, 'Ann', 'zh');
  const [first] = (await ann.get('getTemplates', { page_size: 1 })).data.list;
  const { id, title, category } = first!;
  const [inList] = (await anna.get('getTemplates', { page_size: 1 })).data.list;
  await backend.services.db.query
    .insertInto('template_choices')
    .values({ template_id: id, is_on: false })
    .execute();
  backend.services.templates.forget();

  expect((await ann.get('getTemplates', { page_size: 100 })).data.list.map(one => one.id)).not.toContain(id);
  expect((await ann.get('getTemplate', { template_id: id })).data).toEqual({ title, category });
  const inChinese = (await anna.get('getTemplate', { template_id: id })).data;
  expect(inChinese.category).toBe(category);
  expect(inChinese.title).toMatch(/\p{Script=Han}/u);
  expect(inChinese.title).toBe(inList!.title);
});

test('an unknown template is not found, a malformed id is refused, and a token is required', async () => {
  const ann = await signIn(backend, 'Ann');
  expect(await ann.get('getTemplate', { template_id: 987_654 })).toMatchObject({ code: 1003 });
  for (const id of ['', 'x', '0', '-1', '2147483648', '1 OR 1', '[]'])
    expect(await ann.send('GET', `getTemplate?template_id=${encodeURIComponent(id)}`)).toMatchObject({
      code: 1004,
    });
  const { statusCode } = await backend.app.inject('/v1/getTemplate?template_id=1');
  expect(statusCode).toBe(401);
});

test('guests get the title of a template if getTemplates is open to guests', async () => {
  const open = await openTestBackend({ OPEN_TRY: '1' });
  const response = await open.app.inject('/v1/getTemplate?template_id=1');
  expect(response.json()).toMatchObject({ code: 0, data: { title: expect.any(String) } });
  await open.close();
});
