import { showError } from '../api/client.ts';
import { ApiError, codes } from '../api/errors.ts';
import { getGenerateCost, type Job, type JobIds } from '../api/pics.ts';
import type { TemplateId } from '../api/template-pics.ts';
import { basePath, makingPath, paths } from '../paths.ts';
import { BridgeError } from '../platform/bridge/bridge-error.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { clearEntries } from '../platform/entry-memory.ts';
import { go } from '../platform/navigation.ts';
import { photoBlobs } from '../platform/storage/photo-blobs.ts';
import { exclusively } from '../platform/tabs.ts';
import { type Draft, isSame } from '../state/draft.ts';
import { saveJob } from '../state/making.ts';
import { ask, note, toast, withLoading } from '../state/overlay.ts';
import { isVip, session } from '../state/session.ts';
import { endAttempt, saveWizard, selectTemplate, wizard } from '../state/wizard.ts';
import { retryPhotos } from './add-photos.ts';
import { confirmCost } from './confirm-cost.ts';
import { hasFeature } from './has-feature.ts';
import { loadUser } from './load-user.ts';
import { settlePhotos } from './open-settle-photos.ts';
import { findLostJob, findMadeJob, getNewestIds, requestJob } from './request-job.ts';
import { isTemplateGone } from './template-gone.ts';
import { openStep } from './wizard-steps.ts';

/** Makes pictures of the draft: asks when it costs coins, creates the job, and goes to wait for it. */
export async function createPic(): Promise<void> {
  if (wizard.isMade) return openMade();
  if (!navigator.onLine) return toast('offline');
  if (wizard.photos.length === 0) return askForPhotos();
  if (wizard.templateId === null || !(await photosAreUploaded())) return;
  const { templateId, made } = wizard;
  try {
    const lost = await withLoading('make-pic.checking', () => findUnnamedJob(templateId));
    if (lost) return open(lost);
    // On its way while the user looks at the price; the caller that needs it hears of its failure.
    const newestIds = getNewestIds();
    newestIds.catch(() => undefined);
    if (!(await agreesToCost())) return;
    await make(templateId, newestIds, made);
  } catch (error) {
    await explain(error);
  }
}

/**
 * Creates the job of the draft, one tab after the other. One that another tab has made since `before` was known is another
 * one only where the user wants it.
 */
async function make(
  templateId: TemplateId,
  newestIds: Promise<JobIds[]>,
  before: Draft['made'],
): Promise<void> {
  const end = await withLoading('make-pic.starting', () =>
    exclusively('create', async () => {
      await saveWizard();
      const { made, isMade } = wizard;
      if (made && !isSame(made, before)) return 'elsewhere';
      // Another tab has made one whose name nobody knows; it no longer has its template then.
      if (isMade || wizard.templateId === null) return { job: null };
      const job = (await findUnnamedJob(templateId)) ?? (await requestJob(templateId, newestIds));
      if (job) endAttempt(job);
      await saveWizard();
      return { job };
    }),
  );
  if (end !== 'elsewhere') return open(end.job);
  const { made } = wizard;
  const choice = await ask({
    title: 'make-pic.made',
    text: 'make-pic.made-text',
    choices: [
      { value: 'open', label: 'make-pic.made-open', kind: 'primary' },
      { value: 'another', label: 'make-pic.made-another', kind: 'quiet' },
    ],
  });
  if (choice === 'another') return make(templateId, getNewestIds(), made);
  if (choice === 'open' && made) go(makingPath(made.trainId, made.generateId));
}

/** Goes to the job of an attempt that the last page could not wait for, unless the user has begun with something else. */
export async function resumeAttempt(): Promise<void> {
  if (wizard.isMade) return openMade();
  const { templateId, attemptId } = wizard;
  if (templateId === null || attemptId === null) return;
  const lost = await findLostJob(templateId);
  if (lost && wizard.attemptId === attemptId && location.pathname === basePath + paths.makePic) open(lost);
}

/** An API that knows the attempt by its name returns the same job again, and need not be searched. */
async function findUnnamedJob(templateId: TemplateId): Promise<Job | null> {
  return (await hasFeature('idempotency-key')) ? null : findLostJob(templateId);
}

/** Tries once more what is not uploaded, and asks about what still is not, and about what the coach advises against. */
async function photosAreUploaded(): Promise<boolean> {
  const missing = wizard.photos.filter(({ status }) => status !== 'ready' && status !== 'held');
  if (missing.length > 0) await retryPhotos(missing);
  const areUploaded = wizard.photos.length > 0 && (await settlePhotos('uploaded'));
  if (wizard.photos.length === 0) askForPhotos();
  return areUploaded;
}

function askForPhotos(): void {
  toast('make-pic.photos-first');
  openStep('front');
}

async function agreesToCost(): Promise<boolean> {
  try {
    const [user, cost] = await withLoading('make-pic.checking', () =>
      // A subscriber need not know it.
      Promise.all([loadUser({ toast: true }), getGenerateCost().catch((error: Error) => error)]),
    );
    if (isVip(user)) return true;
    if (cost instanceof Error) {
      showError(cost);
      return false;
    }
    if (user.coins !== null && user.coins < cost && !(await getCoins(user.coins, cost))) return false;
    return await confirmCost(session.user?.coins ?? user.coins, cost);
  } catch {
    // The client has said what went wrong.
    return false;
  }
}

/** Offers the ways to the coins that are missing; true when there are enough now. */
export async function getCoins(balance: number, cost: number): Promise<boolean> {
  try {
    const { offerCoins } = await import('./offer-coins.ts');
    return await offerCoins(balance, cost);
  } catch (error) {
    await explain(error);
    return false;
  }
}

/** Looks once more for a job that the API has made without naming it. */
async function openMade(): Promise<void> {
  const { templateId } = wizard;
  if (templateId === null) return endAttempt();
  open(await withLoading('make-pic.checking', () => findMadeJob(templateId)).catch(() => null));
}

/** Goes to wait for a job that was made of the draft, or to the list in which it will be. */
function open(job: Job | null): void {
  endAttempt(job);
  // By this phone's clock: for a while nobody is surprised that a server does not find it yet.
  if (job) saveJob({ ...job, createTime: Math.floor(Date.now() / 1000) });
  // Not to be paid again by a tap: the template is to be chosen anew.
  else selectTemplate(null);
  // Of these alone: another tab may have added one meanwhile.
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

async function explain(error: unknown): Promise<void> {
  // The user no longer wanted to wait; the attempt is saved, so it cannot be paid twice.
  if (error instanceof Cancelled) return;
  // A sign-in on the way, of which the phone has said what failed.
  if (error instanceof BridgeError) return;
  if (error instanceof ApiError && error.code === codes.notEnoughCoins) return go(paths.subscription);
  if (error instanceof ApiError && error.code === codes.photosRefused) return explainRefusedPhotos(error);
  if (error instanceof ApiError && error.status < 500 && (await isTemplateGone())) {
    note('make-pic.template-gone');
    return openStep('select');
  }
  showError(error);
}

async function explainRefusedPhotos(error: ApiError): Promise<void> {
  const choice = await ask({
    title: 'make-pic.refused',
    text: error.message ? { text: error.message } : 'make-pic.refused-hint',
    choices: [{ value: 'change', label: 'make-pic.change-photos', kind: 'primary' }],
  });
  if (choice) openStep('front');
}
