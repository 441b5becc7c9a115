import { type Findings, type PhotoProblem, turnOf } from '../../platform/coach/check-photo.ts';
import { openCoach } from '../../platform/coach/coach.ts';
import { moveToFront } from '../../state/wizard.ts';
import { findingsOf } from './passes-coach.ts';

/** Problems of a front photo, least serious first. No pictures can be made from a photo with the last problem. */
const gravity: PhotoProblem[] = [
  'tilted',
  'bright',
  'dark',
  'blurred',
  'face_small',
  'not_frontal',
  'many_faces',
  'unsure',
  'no_face',
];

/** Moves the best photo to the front. Without a coach the first photo stays. */
export async function proposeFront(ids: string[]): Promise<void> {
  await openCoach();
  let best = { id: '', rank: Infinity };
  for (const id of ids) {
    const findings = await findingsOf(id).catch(() => null);
    const rank = findings ? rankOf(findings) : Infinity;
    // If two photos are equally good, the first wins, because users pick their favourite first.
    if (rank < best.rank) best = { id, rank };
  }
  if (best.id) moveToFront(best.id);
}

/** Ranks a photo; lower is better. Counts the most serious problem, then how far the face is turned. */
function rankOf({ problems, face }: Findings): number {
  const gravest = Math.max(-1, ...problems.map(problem => gravity.indexOf(problem)));
  const turn = face ? Math.round(10 * Math.min(0.9, Math.abs(turnOf(face)))) : 9;
  return 10 * (gravest + 1) + turn;
}
