import {
  type FaceLight,
  type Findings,
  type PhotoProblem,
  turnOf,
} from '../../platform/coach/check-photo.ts';
import { askCoach, isCoachReady } from '../../platform/coach/coach.ts';
import type { Face } from '../../platform/coach/find-faces.ts';
import type { Size } from '../../platform/pictures/read-jpeg-header.ts';
import { wizard } from '../../state/wizard.ts';
import { lightOf } from './passes-coach.ts';

/** For 'smile' any good face is accepted, because the coach finds only one point of the mouth. */
export type SelfieGoal = 'front' | 'left' | 'right' | 'smile' | 'light';

/** Advice for the next selfie; 'unseen' if the photo coach is not loaded, so that nothing checks the camera picture. */
export type SelfieAdvice =
  | Exclude<PhotoProblem, 'unsure'>
  | 'turn_left'
  | 'turn_right'
  | 'same_light'
  | 'ready'
  | 'unseen';

/** Goals of the photos after the front photo, in the order of these photos. */
export const laterGoals: SelfieGoal[] = ['left', 'right', 'smile', 'light'];

/** Time between two checks of the camera picture, ms. */
const lookEvery = 200;
/** Width to which camera pictures are scaled for the coach, px: enough for a face that fills the oval. */
const lookWidth = 640;
/** Minimum `turnOf` of a face that looks to one side: 0 is frontal, 1 has the nose at an ear. */
const turned = 0.3;
/** Limits for a face that fills the oval, as shares of the shorter side: least width, distance from the middle. */
const oval = { width: 0.25, offset: 0.2 };
/**
 * The light counts as different from this difference on: in `brightness`, as a share of the brighter value, or in
 * `balance`. In the same light, moving closer or turning or tilting the head changes them by at most 0.09 and 0.05.
 */
const otherLight = { brightness: 0.2, balance: 0.1 };

/** Runs the coach on the camera. Calls `onAdvice` when two checks in a row give the same advice. */
export async function guideSelfie(
  video: HTMLVideoElement,
  goal: SelfieGoal,
  onAdvice: (advice: SelfieAdvice) => void,
  signal: AbortSignal,
): Promise<void> {
  const [front] = wizard.photos;
  const frontLight = goal === 'light' && front ? await lightOf(front.id).catch(() => null) : null;
  let last: SelfieAdvice | null = null;
  while (!signal.aborted) {
    const started = performance.now();
    const advice = (await isCoachReady())
      ? await lookOnce(video, goal, frontLight).catch(() => null)
      : 'unseen';
    if (advice && advice === last && !signal.aborted) onAdvice(advice);
    last = advice;
    await new Promise(resolve => setTimeout(resolve, lookEvery - (performance.now() - started)));
  }
}

/** Returns the advice for the camera picture. Null if there is no picture yet, or if the coach is too slow. */
async function lookOnce(
  video: HTMLVideoElement,
  goal: SelfieGoal,
  frontLight: FaceLight | null,
): Promise<SelfieAdvice | null> {
  if (video.videoWidth === 0) return null;
  const picture = await createImageBitmap(video, { resizeWidth: lookWidth });
  const { width, height } = picture;
  const findings = await askCoach(picture);
  const advice = findings && adviceOn(findings, goal, { width, height });
  const isSame =
    advice === 'ready' && findings?.light && frontLight && isSameLight(findings.light, frontLight);
  return isSame ? 'same_light' : advice;
}

function isSameLight(one: FaceLight, other: FaceLight): boolean {
  const [darker = 0, brighter = 0] = [one.brightness, other.brightness].sort((a, b) => a - b);
  return (
    brighter - darker < otherLight.brightness * brighter &&
    Math.abs(one.balance - other.balance) < otherLight.balance
  );
}

function adviceOn({ problems, face }: Findings, goal: SelfieGoal, picture: Size): SelfieAdvice {
  if (!face || problems[0] === 'unsure') return 'no_face';
  if (problems[0] === 'many_faces') return 'many_faces';
  const side = goal === 'left' || goal === 'right' ? goal : null;
  const problem = (problems as SelfieAdvice[]).find(problem => !side || problem !== 'not_frontal');
  const advice = placeInOval(face, picture) ?? problem;
  if (advice) return advice;
  if (!side) return 'ready';
  // Camera pictures are not mirrored, so the user's left side is on the right of the picture.
  const turn = turnOf(face) * (side === 'left' ? 1 : -1);
  return turn > turned ? 'ready' : `turn_${side}`;
}

function placeInOval(face: Face, { width, height }: Size): SelfieAdvice | null {
  const side = Math.min(width, height);
  if (face.width < oval.width * side) return 'face_small';
  const offset = Math.max(
    Math.abs(face.x + face.width / 2 - width / 2),
    Math.abs(face.y + face.height / 2 - height / 2),
  );
  return offset > oval.offset * side ? 'no_face' : null;
}
