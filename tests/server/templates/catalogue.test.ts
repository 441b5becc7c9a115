import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { templatesPage } from '../../../scripts/pages.ts';
import type { OwnTemplate } from '../../../server/generator/own-template.ts';
import { templates } from '../../../server/generator/templates.ts';
import { openCatalogue } from '../../../server/templates/catalogue.ts';
import { readOwnTemplates, readTemplates } from '../../../server/templates/read-own-templates.ts';
import { plain } from '../support/a-photo.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

let folder: string;
const picture = await plain(900, 900, '#d02').jpeg().toBuffer();

const wedding = {
  id: 1001,
  title: { en: 'Wedding', zh: '婚礼' },
  prompt: 'A cream linen suit in a garden at noon, soft light, 85 mm.',
  scene: 'studio',
  technique: 'oil',
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-templates-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function add(name: string, content: object | string, files: Record<string, string | Buffer> = {}) {
  await mkdir(join(folder, name), { recursive: true });
  const json = typeof content === 'string' ? content : JSON.stringify(content);
  for (const [file, bytes] of Object.entries({ 'template.json': json, ...files }))
    await writeFile(join(folder, name, file), bytes);
}

const read = (isDrawn = true): Promise<OwnTemplate[]> => readOwnTemplates({ folder, isDrawn });

test('docs/templates.md is up to date', async () => {
  expect(await readFile('docs/templates.md', 'utf8')).toBe(templatesPage());
});

test('each folder is one template, sorted by `order` and then id; folders that begin with _ are ignored', async () => {
  await add('b', { ...wedding, id: 1002, order: 1 });
  await add('a', { ...wedding, id: 1003, prompt: 'x'.repeat(450) });
  await add('c', wedding, { 'preview.jpg': picture });
  await add('_previews', 'nothing');
  const [first, second, third] = await read();
  expect([first!.id, second!.id, third!.id]).toEqual([1001, 1003, 1002]);
  expect(first).toMatchObject({ title: wedding.title, technique: 'oil', isOn: true });
  expect(first!.prompt).toMatch(/^Keep the exact identity .* A cream linen suit/);
  expect(await sharp(first!.preview!).metadata()).toMatchObject({ width: 768, height: 1024 });
  expect(second!.preview).toBeNull();
});

const { scene: _, ...withoutScene } = wedding;

test.each([
  ['invalid JSON', '{', /template\.json: it is not JSON/],
  ['a list', '[]', /template\.json: the content must be an object/],
  [
    'the id of a built-in template',
    { ...wedding, id: 60 },
    /id must be a whole number from 1000 to 2147483647, not 60\./,
  ],
  [
    'an empty title without Chinese',
    { ...wedding, title: { en: '' } },
    /title\.en must be a text of 1 to 40 characters, not ""\.\n.*title\.zh is missing/,
  ],
  ['an unknown field', { ...wedding, colours: 1 }, /colours is no field: the fields are id, title/],
  [
    'an unknown technique',
    { ...wedding, technique: 'crayon' },
    /technique must be one of comic, ink, .*, not "crayon"\./,
  ],
  ['an unknown scene', { ...wedding, scene: 'moon' }, /scene must be one of .*studio.*, not "moon"\./],
  ['a palette without a scene', { ...withoutScene, palette: 'Mud' }, /palette has no meaning without scene/],
  ['a missing scene', withoutScene, /scene is missing: the embedded generator/],
  [
    'a missing workflow',
    { ...wedding, workflow: 'x.json' },
    /workflow names the file x\.json, which is missing/,
  ],
  [
    'a workflow outside the folder',
    { ...wedding, workflow: '../x.json' },
    /workflow must be the name of a \.json file/,
  ],
])('%s in a template is reported with file and field', async (_, content, sentence) => {
  await add('odd', content);
  await expect(read()).rejects.toThrow(sentence);
  await expect(read()).rejects.toThrow(join(folder, 'odd'));
});

test('the mistakes of all templates are reported together', async () => {
  const still = {
    1: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } },
    9: { class_type: 'SaveImage', inputs: { images: ['1', 0] } },
  };
  await add('a', wedding, { 'preview.jpg': Buffer.from('no picture') });
  await add('b', { ...wedding, workflow: 'own.json' }, { 'own.json': JSON.stringify(still) });
  await mkdir(join(folder, 'empty'));
  const message = String(await read().catch((error: Error) => error.message));
  expect(message.split('\n')).toHaveLength(4);
  expect(message).toContain('id 1001 is that of the folder a already.');
  expect(message).toContain(`${join(folder, 'a', 'preview.jpg')}: it is not a picture`);
  expect(message).toContain('{{seed}}');
  expect(message).toContain(`${join(folder, 'empty', 'template.json')}: the file is missing.`);
  await expect(readOwnTemplates({ folder: join(folder, 'nowhere'), isDrawn: true })).rejects.toThrow(
    'TEMPLATES_DIR',
  );
});

test('a template without a scene needs a remote generator and its own picture', async () => {
  await add('remote', withoutScene);
  await expect(read(false)).rejects.toThrow('preview.jpg: the picture is missing');
  const made = new Map([[wedding.id, picture]]);
  const [shown] = await readOwnTemplates({ folder, isDrawn: false, made });
  expect(shown!.preview).toEqual(picture);
  await add('remote', withoutScene, { 'preview.jpg': picture });
  expect(await read(false)).toHaveLength(1);
});

test('an odd title is a warning at the start, with the template and the fault, and no mistake', async () => {
  await add('fine', wedding, { 'preview.jpg': picture });
  const titles = [
    { en: "Bride's day", zh: '新娘:白纱' },
    { en: 'A job in style', zh: 'VIP礼服' },
  ];
  for (const [index, title] of titles.entries())
    await add(`odd${index}`, { ...wedding, id: 1002 + index, title });
  const warnings: string[] = [];
  const settings = { dataDir: folder, templatesDir: folder, builtInTemplates: true, remoteGenerator: null };
  const { own } = await readTemplates(settings, sentence => warnings.push(sentence));
  expect(own).toHaveLength(3);
  const start = 'TEMPLATES_DIR: title.';
  expect(warnings).toEqual([
    `${start}en of the template 1002, Bride's day, has straight quotation marks: write “ ”, ‘ ’ or 「 」.`,
    `${start}zh of the template 1002, 新娘:白纱, has punctuation of half width beside Chinese: write ，：（）.`,
    `${start}en of the template 1003, A job in style, says “job”, which the app never says.`,
    `${start}zh of the template 1003, VIP礼服, says “VIP”, which the app never says.`,
    `${start}zh of the template 1003, VIP礼服, lacks a blank between Chinese and Latin letters or digits.`,
  ]);
});

test('the app shows the operator’s own templates first, and can omit the built-in templates', async () => {
  await add('wedding', wedding, { 'preview.jpg': picture });
  await add('off', { ...wedding, id: 1002, on: false });
  const backend = await openTestBackend({ TEMPLATES_DIR: folder });
  const ann = await signIn(backend, 'Ann');
  const { data } = await ann.get('getTemplates', { page_size: 100 });
  expect(data.list.map(({ id }) => id).slice(0, 1)).toEqual([1001]);
  expect(data.list.some(({ id }) => id === 1002)).toBe(false);
  expect(data.list).toHaveLength(templates.length + 1);
  const { pathname, search } = new URL(data.list[0]!.pic_url);
  const shown = await backend.app.inject({ url: pathname + search });
  const { dominant } = await sharp(shown.rawPayload).stats();
  expect(dominant.r).toBeGreaterThan(200);
  await backend.close();

  const alone = await openTestBackend({ TEMPLATES_DIR: folder, BUILT_IN_TEMPLATES: '0' });
  expect(alone.services.templates.all.map(({ id }) => id)).toEqual([1001]);
  expect(alone.services.findTemplate(1)?.title.en).toBeTruthy();
  expect(alone.services.findTemplate(1002)?.title.en).toBe('Wedding');
  await alone.close();
  await expect(openTestBackend({ BUILT_IN_TEMPLATES: '0' })).rejects.toThrow('leaves no template');
});

test('a removed template keeps its last title and picture for old jobs', async () => {
  const backend = await openTestBackend();
  const { db } = backend.services;
  await add('wedding', wedding, { 'preview.jpg': picture });
  await openCatalogue(db, await read(), () => true);
  await add('wedding', { ...wedding, title: { en: 'Marriage', zh: '结婚' } }, { 'preview.jpg': picture });
  const before = await openCatalogue(db, await read(), () => true);
  const drawn = await before.draw(1001);

  const after = await openCatalogue(db, [], () => true);
  expect(after.offered.some(({ id }) => id === 1001)).toBe(false);
  expect(after.find(1001)).toMatchObject({
    title: { en: 'Marriage', zh: '结婚' },
    previewVersion: before.find(1001)!.previewVersion,
  });
  expect(Buffer.from(await after.draw(1001)).equals(Buffer.from(drawn))).toBe(true);
  expect(() => after.draw(1002)).toThrow('no template 1002');
  await backend.close();
});

const shared = sharedBackend();

test('a template that is switched off keeps its title and category, in the caller’s language', async () => {
  const ann = await signIn(shared, 'Ann');
  const anna = await signIn(shared, 'Ann', 'zh');
  const [first] = (await ann.get('getTemplates', { page_size: 1 })).data.list;
  const { id, title, category } = first!;
  const [inList] = (await anna.get('getTemplates', { page_size: 1 })).data.list;
  await shared.services.db.query
    .insertInto('template_choices')
    .values({ template_id: id, is_on: false })
    .execute();
  shared.services.templates.forget();

  expect((await ann.get('getTemplates', { page_size: 100 })).data.list.map(one => one.id)).not.toContain(id);
  expect((await ann.get('getTemplate', { template_id: id })).data).toEqual({ title, category });
  const inChinese = (await anna.get('getTemplate', { template_id: id })).data;
  expect(inChinese.category).toBe(category);
  expect(inChinese.title).toMatch(/\p{Script=Han}/u);
  expect(inChinese.title).toBe(inList!.title);
});

test('an unknown template is not found, a malformed id is refused, and a token is required', async () => {
  const ann = await signIn(shared, 'Ann');
  expect(await ann.get('getTemplate', { template_id: 987_654 })).toMatchObject({ code: 1003 });
  for (const id of ['', 'x', '0', '-1', '2147483648', '1 OR 1', '[]'])
    expect(await ann.send('GET', `getTemplate?template_id=${encodeURIComponent(id)}`)).toMatchObject({
      code: 1004,
    });
  const { statusCode } = await shared.app.inject('/v1/getTemplate?template_id=1');
  expect(statusCode).toBe(401);
});

test('guests get the title of a template if getTemplates is open to guests', async () => {
  const open = await openTestBackend({ OPEN_TRY: '1' });
  const response = await open.app.inject('/v1/getTemplate?template_id=1');
  expect(response.json()).toMatchObject({ code: 0, data: { title: expect.any(String) } });
  await open.close();
});
