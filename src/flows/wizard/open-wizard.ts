import { getPersonalPics } from '../../api/jobs.ts';
import { templateIn } from '../../api/template-pics.ts';
import { maxPhotos } from '../../state/draft.ts';
import { isGuest } from '../../state/is-guest.ts';
import {
  markRestored,
  restoreWizard,
  selectTemplate,
  setPhotos,
  setStep,
  updatePhoto,
  wizard,
} from '../../state/wizard.ts';
import { loadUser } from '../account/load-user.ts';
import { adoptDraft } from '../draft/adopt-draft.ts';
import { knownPhoto, withoutSign } from '../draft/known-photo.ts';
import { openStep, resumeStep, stepOf } from '../draft/wizard-steps.ts';
import { resumeUploads } from '../photos/add-photos.ts';
import { takeLostPick } from '../photos/lost-pick.ts';
import { openCreatePic } from './load-create-pic.ts';

/** Restores the draft or the last job's photos. In the query: `template_id`, and `shared` for shared photos. */
export async function openWizard(search: string): Promise<void> {
  // Request these before the templates load, because the templates' pictures can use up the browser's connections.
  const loadingUser = isGuest() ? null : loadUser().catch(() => null);
  const loadingPics = isGuest() ? [] : getPersonalPics().catch(() => []);
  const interrupted = await restoreWizard();
  const query = new URLSearchParams(search);
  const wanted = templateIn(search);
  const shared = query.get('shared');
  if (wanted !== null) {
    selectTemplate(wanted);
    openStep('select', { replace: true });
  } else if (shared !== null) {
    openStep('front', { replace: true });
  } else if (interrupted && stepOf(search) === 'select') {
    resumeStep();
  } else {
    setStep(stepOf(search));
  }
  if (wizard.photos.length > 0) markRestored();

  const user = await loadingUser;
  if (user) await adoptDraft(user);
  const known = await loadingPics;
  const lost = shared === null && interrupted ? await takeLostPick() : null;
  const pick = shared ?? lost;
  if (pick !== null)
    await (await import('../photos/add-shared-photos.ts')).addSharedPhotos(pick, { isLost: lost !== null });
  if (wizard.photos.length === 0) setPhotos(known.slice(0, maxPhotos).map(knownPhoto));
  else renewAddresses(known);
  markRestored();

  // This also continues uploads that waited for a sign-in, because this screen mounts again after a sign-in.
  await resumeUploads();
  if (shared !== null && wizard.photos.length > 1) openStep('supplementary');
  if (interrupted && (wizard.knownJobs || wizard.isMade)) await (await openCreatePic()).resumeAttempt();
}

/** Replaces the signed addresses in an old draft, because their signatures expire. */
function renewAddresses(known: string[]): void {
  const renewed = new Map(known.map(address => [withoutSign(address), address]));
  for (const photo of wizard.photos) {
    const address = photo.address === photo.preview && renewed.get(photo.id);
    if (address) updatePhoto(photo.id, { address, preview: address });
  }
}
