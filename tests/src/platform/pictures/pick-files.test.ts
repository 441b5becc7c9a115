import { expect, test } from 'vitest';
import { pickFiles } from '../../../../src/platform/bridge/browser-bridge.ts';

/** The file input that the picker has opened. */
function openInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no picker is open');
  return input;
}

/** Chooses files in the open picker, as a user does. */
function choose(...names: string[]): void {
  const files = names.map(name => new File(['a photo'], name, { type: 'image/jpeg' }));
  const input = openInput();
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change'));
}

test('the picker takes only image files, and is not seen', async () => {
  const picked = pickFiles(1);

  expect(openInput().accept).toBe('image/*');
  expect(openInput().hidden).toBe(true);

  choose('a.jpg');
  await picked;
});

test.each([
  [1, false],
  [2, true],
  [5, true],
])('a picker for %i has multiple set to %s', async (count, multiple) => {
  const picked = pickFiles(count);

  expect(openInput().multiple).toBe(multiple);

  choose('a.jpg');
  await picked;
});

test('the chosen files come back in their order', async () => {
  const picked = pickFiles(3);
  choose('b.jpg', 'a.jpg');

  expect((await picked).map(file => file.name)).toEqual(['b.jpg', 'a.jpg']);
});

test('more files than asked for come back too, so that the user can be told of those without a place', async () => {
  const picked = pickFiles(2);
  choose('a.jpg', 'b.jpg', 'c.jpg');

  expect((await picked).map(file => file.name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('an empty choice rejects', async () => {
  const picked = pickFiles(1);
  choose();

  await expect(picked).rejects.toMatchObject({ name: 'Cancelled' });
});

test('a closed picker rejects', async () => {
  const picked = pickFiles(1);
  openInput().dispatchEvent(new Event('cancel'));

  await expect(picked).rejects.toMatchObject({ name: 'Cancelled' });
});

test('nothing is left in the page after a choice', async () => {
  const picked = pickFiles(1);
  choose('a.jpg');
  await picked;

  expect(document.querySelector('input')).toBeNull();
});

test('a picker that is opened over another one rejects the first', async () => {
  const first = pickFiles(1);
  const lost = expect(first).rejects.toMatchObject({ name: 'Cancelled' });
  const second = pickFiles(1);
  await lost;

  choose('a.jpg');
  expect(await second).toHaveLength(1);
});
