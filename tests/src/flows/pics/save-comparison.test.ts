import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intercept } from '../../../support/network/network.ts';
import { openFakeCanvas } from '../../../support/phone/fake-canvas.ts';
import { openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

const pic = {
  id: 7,
  picUrl: '/pic.jpg',
  screenUrl: '/pic.jpg',
  listUrl: '/pic.jpg',
  width: 900,
  height: 1200,
};

beforeEach(async () => {
  openFakeCoach();
  openFakeCanvas();
  intercept(async () => new Response('JPEG of a pic', { headers: { 'content-type': 'image/jpeg' } }));
});

afterEach(() => {
  vi.useRealTimers();
});

const file = new File(['drawn'], 'before-and-after.jpg', { type: 'image/jpeg' });

test('a native app that does not say whether it has saved it is not waited for', async () => {
  const shell = openFakeShell();
  shell.keepSilent('savePicture');
  const [{ saveComparison }, { openBridge }] = await Promise.all([
    import('../../../../src/flows/pics/save-comparison.ts'),
    import('../../../../src/platform/bridge/bridge.ts'),
  ]);
  await openBridge();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const saved = saveComparison(file, pic, 1);
  await vi.waitFor(() => expect(shell.callsOf('savePicture')).toHaveLength(1), 10_000);
  await vi.advanceTimersByTimeAsync(10_000);

  expect(await saved).toBe('pic.save-slow');
});

test.each([
  ['en', 'tyy-portraits-7-before-and-after.jpg'],
  ['zh', 'tyy-写真-7-前后对比.jpg'],
] as const)(
  'the file says in the language of its user (%s) that it is before and after',
  async (code, name) => {
    const [{ makeComparison }, { speak }, { loadExtraWords }] = await Promise.all([
      import('../../../../src/flows/pics/save-comparison.ts'),
      import('../../../../src/i18n/i18n.ts'),
      import('../../../../src/i18n/extra-words.ts'),
    ]);
    await speak(code);
    await loadExtraWords();

    const file = await makeComparison({ photo: new Blob(['photo']), placement: null }, pic);
    expect([file.name, file.type, await file.text()]).toEqual([name, 'image/jpeg', 'drawn']);
  },
);
