import type { Job } from '../../api/jobs.ts';
import { makingPath, paths } from '../../paths.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { go } from '../../platform/navigation.ts';
import { noteStep } from '../../platform/steps.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { exclusively } from '../../platform/tabs.ts';
import { type Draft, isSame } from '../../state/draft.ts';
import { saveJob } from '../../state/making.ts';
import { ask, withLoading } from '../../state/overlay.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { endAttempt, saveWizard, selectTemplate, wizard } from '../../state/wizard.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';
import { withoutSign } from '../draft/known-photo.ts';
import { findMadeJob, type Look, lookOnce, requestJob } from '../jobs/request-job.ts';

/** What the user is asked the price of: the photos by their ids and addresses, and the job that was made last until then. */
export interface Wanted {
  templateId: TemplateId;
  photos: string[];
  made: Draft['made'];
}

/** After so long, a lost job may have been listed since it was looked for, ms. */
const looksOldAfter = 5_000;

/** A job that was made, and that nobody has named. */
const unnamed = { trainId: '', generateId: '' };

/** What the draft asks for as it is now; null without a template. */
export function wantedNow(): Wanted | null {
  const { templateId, photos, made } = wizard;
  if (templateId === null) return null;
  return {
    templateId,
    photos: photos.map(({ id, address }) => `${id} ${address && withoutSign(address)}`),
    made,
  };
}

/**
 * Creates the job that the user has agreed to, one tab after the other, and goes to it. One that another tab has made since is
 * another one only where the user wants it. Returns false where the draft asks for something else by now.
 */
export async function makeJob(wanted: Wanted, look: Promise<Look>): Promise<boolean> {
  const end = await withLoading('make-pic.starting', () =>
    exclusively('create', async () => {
      await saveWizard();
      const { templateId } = wanted;
      const { made, isMade, photos } = wizard;
      const isOther = made !== null && !isSame(made, wanted.made);
      const isUnnamed = isOther && isSame(made, unnamed);
      // The tab that made one without a name has taken the template back.
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

/** Asks what is to become of a job that another tab has made of the draft. */
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

/**
 * Looks at the newest jobs before a request: for the job of an earlier one without a response, where there was one. An API that
 * knows an attempt by its name returns the same job again, and need not be searched.
 */
export async function lookForLost(
  templateId: TemplateId,
): Promise<{ look: Promise<Look>; lost: Job | null }> {
  const look = lookOnce(templateId);
  // It goes on while the user reads the price. A failure surfaces in `makeJob`, which awaits it.
  look.catch(() => undefined);
  if (wizard.knownJobs === null || (await hasFeature('idempotency-key'))) return { look, lost: null };
  return { look, lost: (await look).lost };
}

/** The job that was lost since a look: its server may have been slow, or another tab may have lost one. */
async function findSince(look: Promise<Look>, templateId: TemplateId): Promise<Job | null> {
  if (wizard.knownJobs === null || (await hasFeature('idempotency-key'))) return null;
  const { attemptId, time } = await look;
  const isFresh = attemptId === wizard.attemptId && performance.now() - time < looksOldAfter;
  return isFresh ? null : (await lookOnce(templateId)).lost;
}

/** Looks once more for a job that the API has made without naming it. */
export async function openMade(): Promise<void> {
  const { templateId } = wizard;
  if (templateId === null) return endAttempt();
  openJob(await withLoading('make-pic.checking', () => findMadeJob(templateId)).catch(() => null));
}

/** Goes to wait for a job that was made of the draft, or to the list in which it will be. */
export function openJob(job: Job | null): void {
  endAttempt(job ?? unnamed);
  // By this phone's clock: for a while it is no surprise that a server does not find it yet.
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
