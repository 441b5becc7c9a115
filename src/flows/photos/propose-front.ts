import { type Findings, type PhotoProblem, turnOf } from '../../platform/coach/check-photo.ts';
import { openCoach } from '../../platform/coach/coach.ts';
import { moveToFront } from '../../state/wizard.ts';
import { findingsOf } from './passes-coach.ts';

/**
 * Reasons against a photo as the front photo, least serious first. Those for which the server refuses any photo come
 * last.
 */
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

/** Makes that photo the front one which suits it best, of several just chosen; where there is no coach, the first stays. */
export async function proposeFront(ids: string[]): Promise<void> {
  await openCoach();
  let best = { id: '', rank: Infinity };
  for (const id of ids) {
    const findings = await findingsOf(id).catch(() => null);
    const rank = findings ? rankOf(findings) : Infinity;
    // On a tie the first photo wins: users pick their favourite first.
    if (rank < best.rank) best = { id, rank };
  }
  if (best.id) moveToFront(best.id);
}

/** A small number for a good front photo: first the gravest problem counts, then how far the face is turned, in steps of a tenth. */
function rankOf({ problems, face }: Findings): number {
  const gravest = Math.max(-1, ...problems.map(problem => gravity.indexOf(problem)));
  const turn = face ? Math.round(10 * Math.min(0.9, Math.abs(turnOf(face)))) : 9;
  return 10 * (gravest + 1) + turn;
}
