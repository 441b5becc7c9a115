import { beforeEach, expect, test } from 'vitest';
import { type Draft, emptyDraft, type Photo } from '../../../src/state/draft.ts';
import { mergeDrafts, noteCrowdedOut } from '../../../src/state/merge-drafts.ts';
import { closeNote, overlay } from '../../../src/state/overlay.ts';
import { photo as savedPhoto } from '../../support/saved-values.ts';

const photo = (id: string, changes: Partial<Photo> = {}): Photo => ({
  ...savedPhoto,
  ...{ id, status: 'uploading', address: null },
  ...changes,
});

const draft = (ids: string, changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  photos: [...ids].map(id => photo(id)),
  ...changes,
});

const idsOf = ({ photos }: Draft) => photos.map(({ id }) => id).join('');

beforeEach(() => {
  for (const { id } of overlay.notes) closeNote(id);
});

test.each<[string, before: string, mine: string, saved: string, merged: string]>([
  ['a photo that the other tab added is kept', 'ab', 'ab', 'abc', 'abc'],
  ['a photo that this tab added keeps its position', 'ab', 'axb', 'abc', 'axbc'],
  ['a photo that this tab removed is gone', 'abc', 'ac', 'abcd', 'acd'],
  ['a photo that the other tab removed is gone', 'abc', 'abc', 'ac', 'ac'],
  ['the front photo that this tab chose is kept', 'abc', 'cab', 'abcd', 'cabd'],
  ['the front photo that the other tab chose is kept', 'abc', 'abc', 'bac', 'bac'],
  ['a front photo that the other tab removed does not return', 'abc', 'cab', 'ab', 'ab'],
  ['there are never more than five photos', 'ab', 'abxy', 'abcd', 'abxcd'],
  ['a photo that both tabs added is there once', 'a', 'ab', 'ab', 'ab'],
])('in a draft that two tabs change, %s', (_, before, mine, saved, merged) => {
  expect(idsOf(mergeDrafts(draft(before), draft(mine), draft(saved)))).toBe(merged);
});

test("merging drafts keeps changes from both tabs, and if both changed the same value, this tab's change", () => {
  const before = draft('ab', { step: 'front', templateId: 1, templateTitle: 'One' });
  const mine = { ...before, templateId: 2, templateTitle: 'Two' };
  const saved = { ...before, step: 'supplementary' as const, templateId: 3, owner: 'u1' };
  expect(mergeDrafts(before, mine, saved)).toMatchObject({
    step: 'supplementary',
    templateId: 2,
    templateTitle: 'Two',
    owner: 'u1',
  });
});

test('merging drafts keeps changes from both tabs to the same photo', () => {
  const before = draft('a');
  const mine = draft('', { photos: [photo('a', { status: 'ready', address: 'https://a.example/a' })] });
  const saved = draft('', { photos: [photo('a', { preview: 'data:,' })] });
  expect(mergeDrafts(before, mine, saved).photos).toEqual([
    photo('a', { status: 'ready', address: 'https://a.example/a', preview: 'data:,' }),
  ]);
});

test('a tab shows a note if photos that it has added did not fit into the merged draft', () => {
  noteCrowdedOut(draft('ab'), draft('abx'), draft('abxcd'));
  noteCrowdedOut(draft('abc'), draft('abc'), draft('ab'));
  expect(overlay.notes).toEqual([]);

  noteCrowdedOut(draft('ab'), draft('abxy'), draft('abxcd'));
  expect(overlay.notes).toMatchObject([{ message: { key: 'make-pic.full', values: { total: 5 } } }]);
});
