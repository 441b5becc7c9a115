import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '../../../src/state/draft.ts';
import { type FakeShell, openFakeShell } from '../../support/fake-shell.ts';
import { photo as savedPhoto } from '../../support/saved-values.ts';

let shell: FakeShell;
let wizard: typeof import('../../../src/state/wizard.ts');

const photo = (id: string, changes: Partial<Photo> = {}): Photo => ({ ...savedPhoto, id, ...changes });
const idsOf = () => wizard.wizard.photos.map(({ id }) => id).join('');
const savedDraft = () => JSON.parse(shell.cache.get('tyy.wizard') ?? 'null');

/** What a draft has before anything is chosen. */
const firstDraft = {
  step: 'select',
  photos: [],
  templateId: null,
  templateTitle: '',
  templatePicUrl: '',
  templateStyle: null,
  attemptId: null,
  knownJobs: null,
  made: null,
  isMade: false,
  owner: null,
  restored: false,
};

beforeEach(async () => {
  shell = openFakeShell();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  wizard = await import('../../../src/state/wizard.ts');
});

// What the page still saves would lie on the next test's phone.
afterEach(() => wizard.saveWizard());

test('a page that opens again marks the photos that had not arrived, once, and saves what changes from then on', async () => {
  const photos = [
    photo('a'),
    photo('b', { status: 'uploading', address: null, preview: 'blob:gone' }),
    photo('c', { status: 'preparing', address: null, preview: 'data:,c' }),
    photo('d', { status: 'ready', address: null }),
    photo('e', { status: 'held', address: null, preview: 'blob:e' }),
  ];
  const { step, owner, templateId } = { step: 'front', owner: 'u1', templateId: 7 };
  shell.cache.set('tyy.wizard', JSON.stringify({ step, owner, templateId, photos }));
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

test('a draft that an earlier version saved has nothing but its step and its photos', async () => {
  shell.cache.set('tyy.wizard', '{"step":"front","photos":[{"id":"a","status":"failed"}]}');
  await wizard.restoreWizard();
  expect(wizard.wizard).toEqual({
    ...firstDraft,
    step: 'front',
    photos: [
      {
        id: 'a',
        name: '',
        suffix: '',
        status: 'failed',
        advice: '',
        sameAs: '',
        doubt: '',
        focus: '',
        address: null,
        preview: '',
      },
    ],
  });
});

test('a page without a draft begins with the choice of a style, and nothing else', async () => {
  expect(wizard.wizard).toEqual(firstDraft);
});

test.each(['select', 'front', 'supplementary'])('the step %s is opened again', async step => {
  shell.cache.set('tyy.wizard', JSON.stringify({ step, photos: [] }));
  await wizard.restoreWizard();
  expect(wizard.wizard.step).toBe(step);
});

test.each(['preparing', 'uploading', 'ready', 'failed', 'held'])(
  'a photo that was %s has not left the draft',
  async status => {
    shell.cache.set(
      'tyy.wizard',
      JSON.stringify({ step: 'front', photos: [photo('a'), { id: 'b', status }] }),
    );
    await wizard.restoreWizard();
    expect(idsOf()).toBe('ab');
  },
);

test.each(['5% 20%', '50% 7%', '100% 100%', ''])(
  'where the face of a photo is, %j, is still known',
  async focus => {
    shell.cache.set('tyy.wizard', JSON.stringify({ step: 'front', photos: [photo('a', { focus })] }));
    await wizard.restoreWizard();
    expect(wizard.wizard.photos[0]!.focus).toBe(focus);
  },
);

test('tabs tell each other that the draft was saved, and that it was cleared', async () => {
  const other = new BroadcastChannel('tyy');
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
  const saved = new Promise(resolve => {
    third.onmessage = resolve;
  });
  other.postMessage('draft-saved');
  await saved;
  expect(idsOf()).toBe('b');
  await wizard.clearWizard();
  await waitFor(() => expect(heard.at(-1)).toBe('draft-cleared'));
  third.close();
  other.close();
});

test('what was chosen before the phone had told that it has no draft stays', async () => {
  wizard.selectTemplate(7, 'Silk');
  expect(await wizard.restoreWizard()).toEqual([]);
  expect(wizard.wizard).toMatchObject({ templateId: 7, templateTitle: 'Silk' });
});

test('what has not changed is not saved again', async () => {
  wizard.setPhotos([photo('a')]);
  await wizard.saveWizard();
  expect(savedDraft().photos).toEqual([photo('a')]);
  const writes = shell.callsOf('writeCache').length;
  await wizard.saveWizard();
  expect(shell.callsOf('writeCache')).toHaveLength(writes);
});

test('a draft that is cleared is gone from page and phone, and what changes afterwards is saved by no old page', async () => {
  shell.cache.set('tyy.wizard', JSON.stringify({ step: 'front', photos: [photo('a')] }));
  await wizard.restoreWizard();
  wizard.startAttempt(null);
  await waitFor(() => expect(savedDraft()?.attemptId).toBe(wizard.wizard.attemptId));

  await wizard.clearWizard();
  expect(wizard.wizard).toMatchObject({ step: 'select', photos: [], attemptId: null });
  expect(shell.cache.has('tyy.wizard')).toBe(false);
  const writes = shell.callsOf('writeCache').length;
  wizard.setStep('front');
  // Restoring reads: by then, a change would have been saved.
  expect(await wizard.restoreWizard()).toEqual([]);
  expect(shell.callsOf('writeCache')).toHaveLength(writes);
});

test.each(['QuotaExceededError', 'SecurityError', 'InvalidStateError'])(
  'a phone that keeps nothing (%s) is told of once in a visit',
  async name => {
    const { closeNote, overlay } = await import('../../../src/state/overlay.ts');
    const { bridge } = await import('../../../src/platform/bridge/bridge.ts');
    vi.spyOn(bridge, 'writeCache').mockRejectedValue(new DOMException('No.', name));
    wizard.addPhoto(photo('a'));
    await wizard.saveWizard();
    expect(overlay.notes.map(({ message }) => message)).toEqual(['make-pic.not-saved']);
    closeNote(overlay.notes[0]!.id);
    await wizard.saveWizard();
    expect(overlay.notes).toEqual([]);
  },
);
