import { beforeEach, expect, test } from 'vitest';
import type { Photo } from '../../../src/state/draft.ts';
import { openFakeShell } from '../../support/fake-shell.ts';
import { photo as savedPhoto } from '../../support/saved-values.ts';

let wizard: typeof import('../../../src/state/wizard.ts');

const photo = (id: string, changes: Partial<Photo> = {}): Photo => ({ ...savedPhoto, id, ...changes });
const idsOf = () => wizard.wizard.photos.map(({ id }) => id).join('');

/** Opens a draft of photos of these names, with an attempt under way. */
function open(ids: string): string {
  wizard.setPhotos([...ids].map(id => photo(id)));
  return wizard.startAttempt(null);
}

beforeEach(async () => {
  openFakeShell();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  wizard = await import('../../../src/state/wizard.ts');
});

test('an attempt has one name, and the jobs known at its start, until its job has come', () => {
  const known = [{ trainId: 't1', generateId: 'g1' }];
  const name = wizard.startAttempt(known);
  expect(name).toMatch(/^[a-z0-9]{24}$/);
  expect(wizard.startAttempt([])).toBe(name);
  expect(wizard.wizard.knownJobs).toEqual(known);

  wizard.markMade();
  expect(wizard.wizard.isMade).toBe(true);
  const job = { trainId: 't2', generateId: 'g2', title: 'is not saved' };
  wizard.endAttempt(job);
  expect(wizard.wizard).toMatchObject({ attemptId: null, knownJobs: null, isMade: false });
  expect(wizard.wizard.made).toEqual({ trainId: 't2', generateId: 'g2' });

  const next = wizard.startAttempt([]);
  expect(next).not.toBe(name);
  expect(wizard.wizard.knownJobs).toEqual([]);
  wizard.endAttempt();
  expect(wizard.wizard.made).toEqual({ trainId: 't2', generateId: 'g2' });
});

test('another template ends the attempt; the same one, named by its text or once more, does not', () => {
  wizard.selectTemplate(7, 'Silk', '/7.jpg');
  const name = wizard.startAttempt(null);
  wizard.selectTemplate('7');
  expect(wizard.wizard).toMatchObject({ attemptId: name, templateId: '7', templateTitle: '' });
  expect(wizard.wizard.templatePicUrl).toBe('');
  wizard.selectTemplate(8, 'Sea', '/8.jpg');
  expect(wizard.wizard).toMatchObject({ attemptId: null, templateId: 8, templateTitle: 'Sea' });
  expect(wizard.wizard.templatePicUrl).toBe('/8.jpg');
});

test.each<[what: string, change: () => void, photos: string]>([
  ['a photo that is added stands last', () => wizard.addPhoto(photo('x')), 'abcx'],
  ['one in the place of another', () => wizard.replacePhoto('b', photo('x')), 'axc'],
  ['one in the place of the front photo', () => wizard.replacePhoto('a', photo('x')), 'xbc'],
  [
    'one in the place of a photo that is gone is the front photo',
    () => wizard.replacePhoto('z', photo('x')),
    'xabc',
  ],
  [
    'one in the place of no photo is the front photo',
    () => wizard.replacePhoto(undefined, photo('x')),
    'xabc',
  ],
  ['another photo as the front photo', () => wizard.moveToFront('c'), 'cab'],
  ['a photo is taken out', () => wizard.removePhoto('b'), 'ac'],
])('of the photos: %s, and the attempt ends', (_, change, photos) => {
  open('abc');
  change();
  expect(idsOf()).toBe(photos);
  expect(wizard.wizard.attemptId).toBeNull();
});

test('where five photos are, one in the place of a photo that is gone replaces the front photo', () => {
  open('abcde');
  wizard.replacePhoto('z', photo('x'));
  expect(idsOf()).toBe('xbcde');
});

test.each<[what: string, change: () => void]>([
  ['the front photo is made the front photo', () => wizard.moveToFront('a')],
  ['a photo that is gone is made the front photo', () => wizard.moveToFront('z')],
  ['something is learned of a photo that is gone', () => wizard.updatePhoto('z', { name: 'z.jpg' })],
])('when %s, neither photos nor the attempt change', (_, change) => {
  const name = open('abc');
  const before = wizard.wizard.photos.map(one => ({ ...one }));
  change();
  expect(wizard.wizard.photos).toEqual(before);
  expect(wizard.wizard.attemptId).toBe(name);
});

test('what is learned of a photo is noted of that one alone, and the attempt goes on', () => {
  const name = open('abc');
  wizard.updatePhoto('b', { focus: '50% 20%' });
  expect(wizard.wizard.photos).toEqual([photo('a'), photo('b', { focus: '50% 20%' }), photo('c')]);
  expect(wizard.wizard.attemptId).toBe(name);
});

test('a photo that another tab uploads is not interrupted', () => {
  wizard.setPhotos([
    photo('a', { status: 'uploading', address: null }),
    photo('b', { status: 'uploading', address: null }),
    photo('c', { status: 'failed', address: null }),
  ]);
  expect(wizard.markInterrupted([wizard.uploadOf('a'), 'upload c'])).toEqual([
    photo('b', { status: 'failed', address: null }),
  ]);
  expect(wizard.wizard.photos.map(({ status }) => status)).toEqual(['uploading', 'failed', 'failed']);
});
