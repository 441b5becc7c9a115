import { type CutOut, cutOut } from '../portrait/cut-out.ts';
import { embedFace, isSamePerson } from '../vision/embed-face.ts';
import { findSubjects, type Subject } from '../vision/find-subjects.ts';
import { problemsOfFace, qualityOfFace } from '../vision/inspect-photo.ts';
import { type Pixels, readPixels } from '../vision/pixels.ts';

/** A job has this many pics, so it needs at most this many photos. */
const MOST_PEOPLE = 4;

interface Choice {
  bytes: Uint8Array;
  photo: Pixels;
  subject: Subject;
  quality: number;
}

export interface ChosenPerson {
  bytes: Uint8Array;
  /** The photo, decoded by `readPixels`. */
  photo: Pixels;
  /** Cuts the person out at the first call, and returns the same result afterwards. */
  cutOut(): Promise<CutOut>;
}

/**
 * Returns the person in the front photo (the first photo), then the same person in the other photos, best photos
 * first. Skips photos that would be rejected as front photos. Also skips photos of other people, unless
 * `comparesFaces` is false. Rejects if the front photo shows no face.
 */
export async function choosePeople(
  photos: Uint8Array[],
  signal: AbortSignal,
  comparesFaces = true,
): Promise<ChosenPerson[]> {
  const [front, ...others] = photos;
  const photo = await readPixels(front!);
  const [subject] = await findSubjects(photo);
  if (!subject) throw new Error('The front photo shows no face');

  const identity = comparesFaces && others.length > 0 ? await embedFace(photo, subject) : null;
  const choices: Choice[] = [];
  for (const bytes of others) {
    signal.throwIfAborted();
    const choice = await choiceOf(bytes, identity);
    if (choice) choices.push(choice);
  }

  const best = choices.sort((a, b) => b.quality - a.quality).slice(0, MOST_PEOPLE - 1);
  return [{ bytes: front!, photo, subject }, ...best].map(cutOnce);
}

function cutOnce({ bytes, photo, subject }: Omit<Choice, 'quality'>): ChosenPerson {
  let cutting: Promise<CutOut> | undefined;
  return {
    bytes,
    photo,
    cutOut: () => {
      cutting ??= cutOut(photo, subject);
      return cutting;
    },
  };
}

async function choiceOf(bytes: Uint8Array, identity: Float32Array | null): Promise<Choice | null> {
  const photo = await readPixels(bytes);
  const [subject, another] = await findSubjects(photo);
  if (!subject || another || (await problemsOfFace(photo, subject)).length > 0) return null;
  // A mistake here does little harm: if the same person is not recognised, the job only loses this photo.
  if (identity && !isSamePerson(identity, await embedFace(photo, subject))) return null;

  return { bytes, photo, subject, quality: await qualityOfFace(photo, subject) };
}
