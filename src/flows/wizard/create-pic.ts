import { showError } from '../../api/client.ts';
import { ApiError, codes } from '../../api/errors.ts';
import type { Job } from '../../api/jobs.ts';
import { getSetPrice, type SetPrice } from '../../api/set-price.ts';
import type { Template } from '../../api/templates.ts';
import { basePath, makingPath, paths } from '../../paths.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { inTime } from '../../platform/in-time.ts';
import { go } from '../../platform/navigation.ts';
import { noteStep } from '../../platform/steps.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { exclusively } from '../../platform/tabs.ts';
import { saveJob } from '../../state/current-job.ts';
import { type Draft, isSame } from '../../state/draft.ts';
import { addGoneTemplate } from '../../state/gone-templates.ts';
import { isGuest } from '../../state/is-guest.ts';
import { isSameId, type TemplateId } from '../../state/is-same-id.ts';
import { ask, note, withLoading } from '../../state/overlay.ts';
import { isVip, session } from '../../state/session.ts';
import { tryOns } from '../../state/try-ons.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { endAttempt, saveWizard, selectTemplate, wizard } from '../../state/wizard.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';
import { withConsent } from '../account/with-consent.ts';
import { withoutSign } from '../draft/known-photo.ts';
import { askForPhotos, openStep } from '../draft/wizard-steps.ts';
import { findLostJob, findMadeJob, type Look, lookOnce, requestJob } from '../jobs/request-job.ts';
import { retryPhotos } from '../photos/add-photos.ts';
import { arePhotosUnknown, checkPhotos } from '../photos/check-photos.ts';
import { resolvePhotos } from '../photos/resolve-photos.ts';
import { loadTemplates, mostWithoutHit } from './load-templates.ts';

/** The purchase to which the user agrees. `photos` contains ids and addresses; `made` is the job before it. */
interface Wanted {
  templateId: TemplateId;
  photos: string[];
  made: Draft['made'];
}

/** Age after which a search for a lost job is repeated, ms, because the server may have listed the job meanwhile. */
const isOldAfter = 5_000;

/** Stands for a job that the API created without returning ids. */
const unnamed = { trainId: '', generateId: '' };

/** Creates a job from the draft and opens the screen that waits for it. If the job costs coins, asks first. */
export async function createPic(): Promise<void> {
  if (wizard.isMade) return openMade();
  if (wizard.photos.length === 0) return askForPhotos();
  if (wizard.templateId === null || !(await hasUser()) || !(await photosAreUploaded())) return;
  const wanted = wantedNow();
  if (!wanted) return;
  try {
    const { look, lost } = await withLoading('make-pic.checking', () => lookForLost(wanted.templateId));
    if (lost) return openJob(lost);
    if (!(await agreesToCost()) || (await withConsent(() => makeJob(wanted, look)))) return;
    note('make-pic.changed');
    await createPic();
  } catch (error) {
    await explain(error);
  }
}

/** Opens the job of an unfinished attempt, unless the user has meanwhile started something else. */
export async function resumeAttempt(): Promise<void> {
  if (wizard.isMade) return openMade();
  const { templateId, attemptId } = wizard;
  if (templateId === null || attemptId === null) return;
  const lost = await findLostJob(templateId);
  if (lost && wizard.attemptId === attemptId && location.pathname === basePath + paths.makePic) openJob(lost);
}

/** Retries missing uploads, then asks about photos that are still missing or advised against. */
async function photosAreUploaded(): Promise<boolean> {
  const missing = wizard.photos.filter(({ status }) => /^(prep|up|fail)/.test(status));
  if (missing.length > 0) await retryPhotos(missing);
  // This also checks photos that were added outside the photo steps. A slow server does not block the user.
  if (arePhotosUnknown())
    await withLoading('make-pic.checking', () => inTime(checkPhotos()).catch(() => undefined));
  const areUploaded = wizard.photos.length > 0 && (await resolvePhotos('uploaded'));
  if (wizard.photos.length === 0) askForPhotos();
  return areUploaded;
}

/** Makes sure that a user is signed in. The server may have refused the token while the user was in the wizard. */
async function hasUser(): Promise<boolean> {
  if (!isGuest()) return true;
  return (await import('../photos/sign-in-to-upload.ts')).signInToUpload();
}

async function agreesToCost(): Promise<boolean> {
  try {
    const [user, price] = await withLoading('make-pic.checking', () =>
      // Load the user and the price together. For subscribers a failed price request does not matter: they pay nothing.
      Promise.all([loadUser({ toast: true }), getSetPrice().catch((error: Error) => error)]),
    );
    if (isVip(user)) return true;
    if (price instanceof Error) {
      showError(price);
      return false;
    }
    const { cost } = price;
    if (user.coins !== null && user.coins < cost && !(await getCoins(user.coins, cost))) return false;
    if (isVip(session.user)) return true;
    return await confirmCost(session.user?.coins ?? user.coins, price);
  } catch {
    // The API client has shown the error.
    return false;
  }
}

/** Offers ways to get the missing coins. Returns true once the user has enough coins. */
export async function getCoins(balance: number, cost: number): Promise<boolean> {
  try {
    const { offerCoins } = await import('../money/offer-coins.ts');
    return await offerCoins(balance, cost);
  } catch (error) {
    await explain(error);
    return false;
  }
}

async function explain(error: unknown): Promise<void> {
  // The user stopped waiting. The attempt is saved, so a retry cannot make the user pay twice.
  if (error instanceof Cancelled) return;
  // A sign-in failed, and the phone has shown the reason.
  if (error instanceof BridgeError) return;
  if (error instanceof ApiError && error.code === codes.notEnoughCoins) return go(paths.subscription);
  if (error instanceof ApiError && error.code === codes.photosRefused) return explainRefusedPhotos(error);
  if (error instanceof ApiError && error.status < 500 && (await isTemplateGone())) {
    return openStep('select');
  }
  showError(error);
}

async function explainRefusedPhotos(error: ApiError): Promise<void> {
  const text = error.message ? { text: error.message } : 'make-pic.refused-hint';
  if (await userAgrees({ title: 'make-pic.refused', text }, 'make-pic.change-photos')) openStep('front');
}

/** Shows the price and, if known, the number of pictures and the remaining balance. True if the user agrees. */
async function confirmCost(balance: number | null, { cost, pics, freeRedos }: SetPrice): Promise<boolean> {
  const choice = await ask({
    title: 'make-pic.confirm',
    offer: {
      picture: tryOnOfTemplate(),
      fallback: wizard.templatePicUrl,
      title: wizard.templateTitle,
      price: [
        ...(pics > 0 ? [{ key: 'make-pic.pics', values: { count: pics } } as const] : []),
        { key: 'gold-coins', values: { count: cost } },
      ],
      notes: [
        ...(balance === null
          ? []
          : [{ key: 'make-pic.remaining', values: { coins: balance - cost } } as const]),
        ...(freeRedos > 0 && session.user?.features.includes('redo')
          ? [{ key: 'make-pic.free-redos', values: { count: freeRedos } } as const]
          : []),
      ],
    },
    choices: [{ value: 'make', label: 'make-pic.make', kind: 'primary' }],
  });
  return choice === 'make';
}

/** Address of the try-on of the front photo in the chosen template; empty if there is none. */
function tryOnOfTemplate(): string {
  const { photos, templateId } = wizard;
  const address = photos[0]?.address;
  const isOfFront = address && withoutSign(address) === tryOns.photo;
  return (isOfFront && templateId !== null && tryOns.pictures[templateId]) || '';
}

/** True if the chosen template is no longer offered. Then also shows a note and clears the choice. */
async function isTemplateGone(): Promise<boolean> {
  const { templateId } = wizard;
  const offered = await withLoading('make-pic.checking', offeredWithout).catch(() => null);
  if (!offered || templateId === null) return false;
  addGoneTemplate(templateId);
  if (wizard.templateId === templateId) selectTemplate(null);
  import('./say-template-gone.ts').then(
    flow => flow.sayTemplateGone(templateId, offered),
    () => note('make-pic.template-gone'),
  );
  return true;
}

/** Returns all offered templates if the chosen one is missing; null if it is offered or this is unknown. */
async function offeredWithout(): Promise<Template[] | null> {
  const offered: Template[] = [];
  let last = '';
  for (let page = 1; page <= mostWithoutHit; page++) {
    const found = await loadTemplates(page);
    if (found.some(({ id }) => isSameId(id, wizard.templateId))) return null;
    const ids = found.map(({ id }) => id).join();
    // The list ends at an empty page, or at the same page again, because some APIs have no pages.
    if (found.length === 0 || ids === last) return page > 1 ? offered : null;
    offered.push(...found);
    last = ids;
  }
  return null;
}

/** Returns the draft's current state; null if no template is chosen. */
function wantedNow(): Wanted | null {
  const { templateId, photos, made } = wizard;
  if (templateId === null) return null;
  return {
    templateId,
    photos: photos.map(({ id, address }) => `${id} ${address && withoutSign(address)}`),
    made,
  };
}

/**
 * Creates the agreed job, in one tab at a time. If another tab has created one meanwhile, asks the user whether to create
 * a second. Returns false if the draft has changed.
 */
async function makeJob(wanted: Wanted, look: Promise<Look>): Promise<boolean> {
  const end = await withLoading('make-pic.starting', () =>
    exclusively('create', async () => {
      await saveWizard();
      const { templateId } = wanted;
      const { made, isMade, photos } = wizard;
      const isOther = made !== null && !isSame(made, wanted.made);
      const isUnnamed = isOther && isSame(made, unnamed);
      // Another tab has created a job without ids, and has then cleared the template.
      if (isUnnamed && wizard.templateId === null) return { job: null };
      if (!isSame({ ...wantedNow(), made }, { ...wanted, made })) return 'changed';
      if (isOther) return isUnnamed ? { job: null } : 'elsewhere';
      const addresses = photos.flatMap(({ address }) => address ?? []);
      const job = isMade
        ? await findMadeJob(templateId)
        : ((await findSince(look, templateId)) ?? (await requestJob(templateId, addresses, look)));
      noteStep('paid', templateId);
      endAttempt(job ?? unnamed);
      await saveWizard();
      return { job };
    }),
  );
  if (end === 'changed') return false;
  if (end === 'elsewhere') return offerMade(wanted);
  openJob(end.job);
  return true;
}

/** Asks the user whether to open the other tab's job or to create another one. */
async function offerMade(wanted: Wanted): Promise<boolean> {
  const { made } = wizard;
  const choice = await ask({
    title: 'make-pic.made',
    text: 'make-pic.made-text',
    choices: [
      { value: 'open', label: 'make-pic.made-open', kind: 'primary' },
      { value: 'another', label: 'make-pic.made-another', kind: 'quiet' },
    ],
  });
  if (choice === 'another') return makeJob({ ...wanted, made }, lookOnce(wanted.templateId));
  if (choice === 'open' && made) go(makingPath(made.trainId, made.generateId));
  return true;
}

/** Loads the newest jobs. Also finds a lost job, unless the API recognizes attempts by their ids. */
async function lookForLost(templateId: TemplateId): Promise<{ look: Promise<Look>; lost: Job | null }> {
  const look = lookOnce(templateId);
  // The request runs while the user reads the price. `makeJob` awaits it and handles its failure.
  look.catch(() => undefined);
  if (wizard.knownJobs === null || (await hasFeature('idempotency-key'))) return { look, lost: null };
  return { look, lost: (await look).lost };
}

/**
 * Searches again for a lost job, unless `look` has just searched for this attempt: meanwhile the server may have listed
 * the job, or another tab may have lost one. Returns null if there is none.
 */
async function findSince(look: Promise<Look>, templateId: TemplateId): Promise<Job | null> {
  if (wizard.knownJobs === null || (await hasFeature('idempotency-key'))) return null;
  const { attemptId, time } = await look;
  const isFresh = attemptId === wizard.attemptId && performance.now() - time < isOldAfter;
  return isFresh ? null : (await lookOnce(templateId)).lost;
}

/** Searches again for a job that the API created without returning its ids. */
async function openMade(): Promise<void> {
  const { templateId } = wizard;
  if (templateId === null) return endAttempt();
  openJob(await withLoading('make-pic.checking', () => findMadeJob(templateId)).catch(() => null));
}

/** Opens the screen of a new job. If the job has no ids, opens the list in which the job will appear. */
function openJob(job: Job | null): void {
  endAttempt(job ?? unnamed);
  // The phone's clock, because polling measures the job's age by it, and tolerates that a new job is not listed yet.
  if (job) saveJob({ ...job, createTime: Math.floor(Date.now() / 1000) });
  // Clear the chosen template, so that another tap does not pay a second time.
  else selectTemplate(null);
  // Remove only the photos that were used, because another tab may have added more.
  for (const { id, status } of wizard.photos) if (status === 'ready') photoBlobs.remove(id);
  loadUser().catch(() => undefined);
  if (job) {
    go(makingPath(job.trainId, job.generateId));
    return;
  }
  clearEntries('jobs');
  ask({
    title: 'making.title',
    text: 'make-pic.unnamed',
    choices: [{ value: 'list', label: 'making.to-list', kind: 'primary' }],
  }).then(() => go(paths.picList));
}
