import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Draft, emptyDraft, type Photo } from '../../../src/state/draft.ts';
import { mergeDrafts, noteCrowdedOut } from '../../../src/state/merge-drafts.ts';
import { closeNote, overlay } from '../../../src/state/overlay.ts';
import { later } from '../../support/later.ts';
import { type FakeShell, openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { photo as savedPhoto } from '../../support/saved-values.ts';

const key = 'tyy.wizard';
let shell: FakeShell;
let other: BroadcastChannel;
let wizard: typeof import('../../../src/state/wizard.ts');
const photo = (id: string, changes: Partial<Photo> = {}): Photo => ({ ...savedPhoto, id, ...changes });
const idsOf = () => wizard.wizard.photos.map(({ id }) => id).join('');
const savedDraft = () => JSON.parse(shell.cache.get(key) ?? 'null');
const saveOnPhone = (...photos: Photo[]) => shell.cache.set(key, JSON.stringify({ step: 'front', photos }));

beforeEach(async () => {
  shell = openFakeShell();
  other = new BroadcastChannel('tyy');
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  wizard = await import('../../../src/state/wizard.ts');
});

// Finish saving, because a delayed save would otherwise reach the fake phone of the next test.
afterEach(async () => {
  await wizard.saveWizard();
  other.close();
});

test('only the first restore of a draft marks interrupted uploads as failed, and later changes are saved', async () => {
  const photos = [
    photo('a'),
    photo('b', { status: 'uploading', address: null, preview: 'blob:gone' }),
    photo('c', { status: 'preparing', address: null, preview: 'data:,c' }),
    photo('d', { status: 'ready', address: null }),
    photo('e', { status: 'advised', address: null, focus: '50% 7%', preview: 'blob:e' }),
  ];
  shell.cache.set(key, JSON.stringify({ step: 'front', owner: 'u1', templateId: 7, photos }));
  const [first, second] = await Promise.all([wizard.restoreWizard(), wizard.restoreWizard()]);
  const lost = [
    photo('b', { status: 'failed', address: null }),
    photo('c', { status: 'failed', address: null, preview: 'data:,c' }),
    photo('d', { status: 'failed', address: null }),
  ];
  expect(first).toEqual(lost);
  expect(second).toBeNull();
  expect(await wizard.restoreWizard()).toBeNull();
  expect(wizard.wizard.photos).toEqual([photos[0], ...lost, photos[4]]);
  expect(wizard.wizard).toMatchObject({ step: 'front', owner: 'u1', templateId: 7, restored: false });

  wizard.markRestored();
  wizard.setStep('supplementary');
  wizard.setOwner('u2');
  await waitFor(() => expect(savedDraft()).toMatchObject({ step: 'supplementary', owner: 'u2' }));
  expect(savedDraft()).not.toHaveProperty('restored');
  expect(wizard.wizard.restored).toBe(true);
});

test('a draft from an earlier app version with only a step and photos is restored with defaults', async () => {
  shell.cache.set(key, '{"step":"front","photos":[{"id":"a","status":"failed"}]}');
  await wizard.restoreWizard();
  const nothing = { templateId: null, attemptId: null, knownJobs: null, made: null, owner: null };
  expect(wizard.wizard).toMatchObject({ step: 'front', isMade: false, ...nothing });
  const unknown = { name: '', advice: '', doubt: '', preview: '' };
  expect(wizard.wizard.photos).toMatchObject([{ id: 'a', status: 'failed', address: null, ...unknown }]);
});

test('a tab notifies other tabs when it has saved or cleared the draft', async () => {
  const heard: string[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  await wizard.restoreWizard();
  wizard.setStep('front');
  await waitFor(() => expect(heard).toEqual(['draft-saved']));
  const { overlay } = await import('../../../src/state/overlay.ts');
  expect(overlay.notes).toEqual([]);

  wizard.addPhoto(photo('a'));
  other.postMessage('draft-cleared');
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
  wizard.addPhoto(photo('b'));
  const third = new BroadcastChannel('tyy');
  const saved = later<unknown>();
  third.onmessage = saved.resolve;
  other.postMessage('draft-saved');
  await saved.promise;
  expect(idsOf()).toBe('b');
  await wizard.clearWizard();
  await waitFor(() => expect(heard.at(-1)).toBe('draft-cleared'));
  third.close();
});

test('a template that the user chooses before the draft is restored stays chosen if no draft is saved', async () => {
  wizard.selectTemplate(7, 'Silk');
  expect(await wizard.restoreWizard()).toEqual([]);
  expect(wizard.wizard).toMatchObject({ templateId: 7, templateTitle: 'Silk' });
});

test('clearing the draft removes it from page and phone, and a change right afterwards is not saved', async () => {
  saveOnPhone(photo('a'));
  await wizard.restoreWizard();
  wizard.startAttempt(null);
  await waitFor(() => expect(savedDraft()?.attemptId).toBe(wizard.wizard.attemptId));

  await wizard.clearWizard();
  expect(wizard.wizard).toMatchObject({ step: 'select', photos: [], attemptId: null });
  expect(shell.cache.has(key)).toBe(false);
  const writes = shell.callsOf('writeCache').length;
  wizard.setStep('front');
  // Restoring waits for pending writes, so a change would be saved by now.
  expect(await wizard.restoreWizard()).toEqual([]);
  expect(shell.callsOf('writeCache')).toHaveLength(writes);
});

test('if the phone cannot save a draft with photos, a note says so once per visit', async () => {
  const { closeNote, overlay } = await import('../../../src/state/overlay.ts');
  const { bridge } = await import('../../../src/platform/bridge/bridge.ts');
  vi.spyOn(bridge, 'writeCache').mockRejectedValue(new DOMException('No.', 'QuotaExceededError'));
  wizard.setStep('front');
  await wizard.saveWizard();
  expect(overlay.notes).toEqual([]);
  wizard.addPhoto(photo('a'));
  await wizard.saveWizard();
  expect(overlay.notes.map(({ message }) => message)).toEqual(['make-pic.not-saved']);
  closeNote(overlay.notes[0]!.id);
  await wizard.saveWizard();
  expect(overlay.notes).toEqual([]);
});

test('if another tab clears the draft while this tab reads it, this tab clears the draft too', async () => {
  saveOnPhone(photo('a'));
  shell.on('readCache', () => {
    const value = shell.cache.get(key) ?? null;
    if (shell.cache.delete(key)) other.postMessage('draft-cleared');
    return succeed({ value });
  });
  await wizard.restoreWizard();
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
});

test('if another tab clears the draft while this tab saves it, the draft stays cleared', async () => {
  saveOnPhone(photo('a'));
  await wizard.restoreWizard();
  shell.on('writeCache', ({ value }) => {
    other.postMessage('draft-cleared');
    shell.cache.set(key, value);
    return succeed({});
  });
  wizard.setStep('supplementary');
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
  await waitFor(() => expect(shell.cache.has(key)).toBe(false));
});

test('if another tab clears the draft and saves a new draft, the new draft is kept', async () => {
  saveOnPhone(photo('a'));
  await wizard.restoreWizard();
  const next = JSON.stringify({ step: 'front', photos: [photo('next')] });
  shell.cache.set(key, next);
  other.postMessage('draft-cleared');
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
  await wizard.saveWizard();
  expect(shell.cache.get(key)).toBe(next);
});

test('if this tab clears the draft during a save, the draft stays cleared', async () => {
  saveOnPhone(photo('a'));
  await wizard.restoreWizard();
  const [began, held] = [later(), later()];
  shell.on('writeCache', async ({ value }) => {
    began.resolve();
    await held.promise;
    shell.cache.set(key, value);
    return succeed({});
  });
  wizard.setStep('supplementary');
  await began.promise;
  const cleared = wizard.clearWizard();
  held.resolve();
  await cleared;
  expect(wizard.wizard.photos).toEqual([]);
  expect(shell.cache.has(key)).toBe(false);
});

/** Opens a draft with a photo for each letter, and starts an attempt; returns the attempt's id. */
function open(ids: string): string {
  wizard.setPhotos([...ids].map(id => photo(id)));
  return wizard.startAttempt(null);
}

test('an attempt to create a job keeps its id and its list of known jobs until the job is created', () => {
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

test('choosing another template ends the attempt to create a job; choosing the same one by a text id does not', () => {
  wizard.selectTemplate(7, 'Silk', '/7.jpg');
  const name = wizard.startAttempt(null);
  wizard.selectTemplate('7');
  expect(wizard.wizard).toMatchObject({ attemptId: name, templateId: '7', templateTitle: '' });
  expect(wizard.wizard.templatePicUrl).toBe('');
  wizard.selectTemplate(8, 'Sea', '/8.jpg');
  expect(wizard.wizard).toMatchObject({ attemptId: null, templateId: 8, templateTitle: 'Sea' });
  expect(wizard.wizard.templatePicUrl).toBe('/8.jpg');
});

test.each<[what: string, before: string, change: () => void, after: string]>([
  ['a new photo is added at the end', 'abc', () => wizard.addPhoto(photo('x')), 'abcx'],
  ['a photo is replaced', 'abc', () => wizard.replacePhoto('b', photo('x')), 'axc'],
  ['the front photo is replaced', 'abc', () => wizard.replacePhoto('a', photo('x')), 'xbc'],
  ['a photo that is gone is replaced', 'abc', () => wizard.replacePhoto('z', photo('x')), 'xabc'],
  ['one of five, which is gone, is replaced', 'abcde', () => wizard.replacePhoto('z', photo('x')), 'xbcde'],
  ['no photo is replaced', 'abc', () => wizard.replacePhoto(undefined, photo('x')), 'xabc'],
  ['another photo becomes the front photo', 'abc', () => wizard.moveToFront('c'), 'cab'],
  ['a photo is removed', 'abc', () => wizard.removePhoto('b'), 'ac'],
])('the attempt ends if %s', (_, before, change, after) => {
  open(before);
  change();
  expect(idsOf()).toBe(after);
  expect(wizard.wizard.attemptId).toBeNull();
});

test.each<[what: string, change: () => void, changed: Partial<Photo>]>([
  ['the front photo becomes the front photo', () => wizard.moveToFront('a'), {}],
  ['a photo that is gone becomes the front photo', () => wizard.moveToFront('z'), {}],
  ['a photo that is gone gets a name', () => wizard.updatePhoto('z', { name: 'z.jpg' }), {}],
  ['a face is found in a photo', () => wizard.updatePhoto('b', { focus: '50% 20%' }), { focus: '50% 20%' }],
])('the attempt continues, and other photos do not change, if %s', (_, change, changed) => {
  const name = open('abc');
  change();
  expect(wizard.wizard.photos).toEqual([photo('a'), photo('b', changed), photo('c')]);
  expect(wizard.wizard.attemptId).toBe(name);
});

test('a photo that another tab is uploading does not count as interrupted', () => {
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

const unsentPhoto = (id: string, changes: Partial<Photo> = {}): Photo => ({
  ...savedPhoto,
  ...{ id, status: 'uploading', address: null },
  ...changes,
});

const draft = (ids: string, changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  photos: [...ids].map(id => unsentPhoto(id)),
  ...changes,
});

const idsIn = ({ photos }: Draft) => photos.map(({ id }) => id).join('');

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
  expect(idsIn(mergeDrafts(draft(before), draft(mine), draft(saved)))).toBe(merged);
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
  const mine = draft('', { photos: [unsentPhoto('a', { status: 'ready', address: 'https://a.example/a' })] });
  const saved = draft('', { photos: [unsentPhoto('a', { preview: 'data:,' })] });
  expect(mergeDrafts(before, mine, saved).photos).toEqual([
    unsentPhoto('a', { status: 'ready', address: 'https://a.example/a', preview: 'data:,' }),
  ]);
});

test('a tab shows a note if photos that it has added did not fit into the merged draft', () => {
  noteCrowdedOut(draft('ab'), draft('abx'), draft('abxcd'));
  noteCrowdedOut(draft('abc'), draft('abc'), draft('ab'));
  expect(overlay.notes).toEqual([]);

  noteCrowdedOut(draft('ab'), draft('abxy'), draft('abxcd'));
  expect(overlay.notes).toMatchObject([{ message: { key: 'make-pic.full', values: { total: 5 } } }]);
});
