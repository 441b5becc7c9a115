import { beforeEach, expect, test, vi } from 'vitest';
import type { SelfieAdvice, SelfieGoal } from '../../../../src/flows/photos/guide-selfie.ts';
import type { Findings } from '../../../../src/platform/coach/check-photo.ts';
import { signedIn } from '../../../support/api/signed-in.ts';
import { aPhoto } from '../../../support/phone/choose-files.ts';
import { aFace, type FakeCoach, openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button } from '../../../support/wizard.ts';

const video = { videoWidth: 480 } as HTMLVideoElement;
let coach: FakeCoach;

beforeEach(async () => {
  coach = openFakeCoach();
  vi.stubGlobal('createImageBitmap', async () => ({ name: 'camera', width: 480, height: 640, close() {} }));
  await (await import('../../../../src/platform/coach/coach.ts')).openCoach();
});

/** Returns the guide's first advice for these findings in the camera's pictures. */
async function adviceOn(goal: SelfieGoal, ...seen: Partial<Findings>[]): Promise<SelfieAdvice> {
  const { guideSelfie } = await import('../../../../src/flows/photos/guide-selfie.ts');
  const end = new AbortController();
  return new Promise((resolve, reject) => {
    const get = () => (seen.length > 1 ? seen.shift() : seen[0]);
    Object.defineProperty(coach.sees, 'camera', { get, configurable: true });
    const onAdvice = (advice: SelfieAdvice) => {
      end.abort();
      resolve(advice);
    };
    guideSelfie(video, goal, onAdvice, end.signal).catch(reject);
  });
}

/** Findings with a face of this width, moved from the middle, and with a moved nose. All values are in px. */
function face({ width = 200, right = 0, down = 0, nose = 0 } = {}): Partial<Findings> {
  const place = { x: 240 + right - width / 2, y: 320 + down - width / 2, width, height: width };
  return { face: { ...aFace, ...place, nose: { ...aFace.nose, x: aFace.nose.x + nose } } };
}

test.each<[string, SelfieGoal, Partial<Findings>, SelfieAdvice]>([
  ['a face in the oval is ready', 'front', face(), 'ready'],
  ['a small face must come closer', 'front', face({ width: 119 }), 'face_small'],
  ['a face outside the oval counts as no face', 'front', face({ right: -97 }), 'no_face'],
  ['a picture without a face gets its advice', 'front', { problems: ['no_face'], face: null }, 'no_face'],
  [
    'several faces cause advice before their size does',
    'front',
    { ...face({ width: 50 }), problems: ['many_faces'] },
    'many_faces',
  ],
  ['a dark face gets advice once it is in the oval', 'front', { ...face(), problems: ['dark'] }, 'dark'],
  ['a turned face gets advice', 'front', { ...face(), problems: ['not_frontal'] }, 'not_frontal'],
  ['a face that looks ahead must turn left', 'left', face(), 'turn_left'],
  ['a face that looks ahead must turn right', 'right', face(), 'turn_right'],
  [
    'a face that has turned left is ready',
    'left',
    { ...face({ nose: 60 }), problems: ['not_frontal'] },
    'ready',
  ],
  ['a face that has turned right is ready', 'right', face({ nose: -60 }), 'ready'],
  ['a face that has turned to the wrong side is not ready', 'left', face({ nose: -60 }), 'turn_left'],
])('%s', async (_, goal, seen, advice) => {
  expect(await adviceOn(goal, seen)).toBe(advice);
});

test('the selfie guide gives no advice about a problem that only one frame shows', async () => {
  expect(await adviceOn('front', face(), face({ width: 50 }), face(), face({ right: 200 }))).toBe('no_face');
});

test('light is different from the front photo’s if its brightness differs by 20 % or its balance by 0.1', async () => {
  await signedIn();
  coach.sees.front = { light: { brightness: 120, balance: 0 } };
  await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  const { openCoach } = await import('../../../../src/platform/coach/coach.ts');
  const { addAndUpload } = await import('../../../../src/flows/photos/add-photos.ts');
  const { wizard } = await import('../../../../src/state/wizard.ts');
  await openCoach();
  await addAndUpload([await aPhoto('front')]);
  await vi.waitFor(() => expect(wizard.photos[0]?.status).toBe('ready'));
  for (const [brightness, balance, advice] of [
    [97, 0.09, 'same_light'],
    [149, -0.09, 'same_light'],
    [96, 0, 'ready'],
    [150, 0, 'ready'],
    [120, 0.1, 'ready'],
  ] as const)
    expect(await adviceOn('light', { ...face(), light: { brightness, balance } })).toBe(advice);
});
