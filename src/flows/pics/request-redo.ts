import { findInPhotos } from '../../api/find-in-photos.ts';
import { type JobExtras, redoJob, returnCoins } from '../../api/job-extras.ts';
import type { Job } from '../../api/jobs.ts';
import { photoName, photoSuffix } from '../../api/photo-name.ts';
import { uploadPhoto } from '../../api/upload-photo.ts';
import { makingPath } from '../../paths.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { inTime } from '../../platform/in-time.ts';
import { go } from '../../platform/navigation.ts';
import { preparePhoto } from '../../platform/pictures/prepare-photo.ts';
import { saveJob } from '../../state/current-job.ts';
import { ask, note, toast, withLoading } from '../../state/overlay.ts';
import { loadUser } from '../account/load-user.ts';
import { withConsent } from '../account/with-consent.ts';
import { withoutSign } from '../draft/known-photo.ts';
import { adviceKey, isRefusal } from '../photos/advice-key.ts';
import { pickPhotos } from '../photos/pick-photos.ts';

/** Asks why the user rejects the pictures, then starts a redo or returns the coins. */
export async function requestRedo(
  job: Job,
  remedy: NonNullable<JobExtras['remedy']>,
): Promise<'done' | 'not-wanted' | 'failed'> {
  const reason = await ask({
    title: 'reject.title',
    text: remedy === 'redo' ? 'reject.redo-text' : 'reject.coins-text',
    options: {
      list: [
        { value: 'not-like-me', label: 'reject.not-like-me' },
        { value: 'bad-picture', label: 'reject.bad-picture' },
        { value: 'other', label: 'reject.other' },
      ],
      submit: remedy === 'redo' ? 'reject.redo-now' : 'reject.coins-now',
    },
    choices: [],
  });
  if (reason === null) return 'not-wanted';
  try {
    if (remedy === 'redo') {
      const photo = reason === 'not-like-me' ? await chooseForRedo() : 'same';
      if (photo === null) return 'not-wanted';
      const address =
        photo === 'same' ? null : await withConsent(() => withLoading('reject.running', () => send(photo)));
      if (address === 'refused') return 'failed';
      open(await withConsent(() => withLoading('reject.running', () => redoJob(job, reason, address))));
    } else await showReturnedCoins(await withLoading('reject.running', () => returnCoins(job, reason)));
    return 'done';
  } catch {
    // The API client has shown the error.
    return 'failed';
  }
}

/** Offers to choose another photo, because that helps most. Returns null if the user wants no redo now. */
async function chooseForRedo(): Promise<File | 'same' | null> {
  const choice = await ask({
    title: 'reject.other-photo',
    text: 'reject.other-photo-text',
    choices: [
      { value: 'other', label: 'coach.other', kind: 'primary' },
      { value: 'same', label: 'reject.same-photos', kind: 'quiet' },
    ],
  });
  if (choice !== 'other') return choice;
  const [file = null] = await pickPhotos(1);
  return file;
}

/**
 * Uploads a photo and returns its address. Returns 'refused' and shows a note with the reason if no pictures can be
 * made from it.
 */
async function send(file: File): Promise<string | 'refused'> {
  const photo = await preparePhoto(file);
  const address = await uploadPhoto(photo, photoName(file.name, photo.type, await photoSuffix(photo)));
  const name = withoutSign(address);
  const seen = await inTime(findInPhotos([name])).catch(() => null);
  const refusal = seen?.get(name)?.problems?.find(isRefusal);
  if (!refusal) return address;
  note(adviceKey(refusal));
  return 'refused';
}

function open(redo: Job): void {
  saveJob(redo);
  clearEntries('jobs');
  go(makingPath(redo.trainId, redo.generateId));
}

async function showReturnedCoins(count: number): Promise<void> {
  toast({ key: 'reject.coins-back', values: { count } });
  await loadUser().catch(() => undefined);
}
