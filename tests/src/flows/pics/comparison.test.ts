import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intercept } from '../../../support/network/network.ts';
import { openFakeCanvas } from '../../../support/phone/fake-canvas.ts';
import { aFace, type FakeCoach, openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

let coach: FakeCoach;
const addresses = { picUrl: '/pic.jpg', screenUrl: '/screen.jpg', listUrl: '/list.jpg' };
const pic = { id: 7, ...addresses, width: 900, height: 1200 };

beforeEach(() => {
  coach = openFakeCoach();
  openFakeCanvas();
  intercept(async ({ path }) => {
    const name = path.slice(1).replace('.jpg', '');
    return new Response(`JPEG of a ${name}`, { headers: { 'content-type': 'image/jpeg' } });
  });
});
afterEach(() => void vi.useRealTimers());

async function compare() {
  const { openComparison } = await import('../../../../src/flows/pics/open-comparison.ts');
  return openComparison('/photo.jpg', pic);
}

test('the comparison enlarges a photo with a smaller face so that its eyes match those in the picture', async () => {
  coach.sees.screen = { face: { ...aFace, leftEye: { x: 330, y: 500 }, rightEye: { x: 570, y: 500 } } };
  const { photo, placement } = await compare();

  expect(await photo.text()).toBe('JPEG of a photo');
  expect(placement).toEqual({
    x: expect.closeTo(-0.5),
    y: expect.closeTo(-500 / 900),
    width: expect.closeTo(2),
    turn: 0,
  });
  expect(coach.shown).toEqual(['photo', 'screen']);
});

test('the comparison shows a photo without a visible face unaligned', async () => {
  coach.sees.photo = { face: null };
  const { photo, placement } = await compare();

  expect(await photo.text()).toBe('JPEG of a photo');
  expect(placement).toBeNull();
});

test('saving a comparison stops after ten seconds if the native app does not reply', async () => {
  const shell = openFakeShell();
  shell.keepSilent('savePicture');
  const [{ saveComparison }, { openBridge }] = await Promise.all([
    import('../../../../src/flows/pics/save-comparison.ts'),
    import('../../../../src/platform/bridge/bridge.ts'),
  ]);
  await openBridge();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const saved = saveComparison(new File(['drawn'], 'before-and-after.jpg'), pic, 1);
  await vi.waitFor(() => expect(shell.callsOf('savePicture')).toHaveLength(1), 10_000);
  await vi.advanceTimersByTimeAsync(10_000);

  expect(await saved).toBe('pic.save-slow');
});

test('a comparison is not made if its picture is deleted meanwhile', async () => {
  const { makeComparison } = await import('../../../../src/flows/pics/save-comparison.ts');
  const comparison = { photo: new Blob(['photo']), placement: null };
  intercept(async () => new Response('gone', { status: 404 }));
  await expect(makeComparison(comparison, pic)).rejects.toThrow();
});

test.each([
  ['en', 'tyy-portraits-7-before-and-after.jpg'],
  ['zh', 'tyy-写真-7-前后对比.jpg'],
] as const)("the file name says before and after in the user's language: %s", async (code, name) => {
  const [{ makeComparison }, { speak }, { loadExtraWords }] = await Promise.all([
    import('../../../../src/flows/pics/save-comparison.ts'),
    import('../../../../src/i18n/i18n.ts'),
    import('../../../../src/i18n/extra-words.ts'),
  ]);
  await speak(code);
  await loadExtraWords();

  const file = await makeComparison({ photo: new Blob(['photo']), placement: null }, pic);
  expect([file.name, file.type, await file.text()]).toEqual([name, 'image/jpeg', 'drawn']);
});
