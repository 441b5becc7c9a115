import { ApiError, NetworkError } from '../../api/errors.ts';
import { createJob, getJobs, type Job, type JobIds } from '../../api/jobs.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { isSameJob } from '../../state/making.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { endAttempt, markMade, saveWizard, startAttempt, wizard } from '../../state/wizard.ts';
import { hasFeature } from '../account/has-feature.ts';

/** Delays before the job of an attempt without a response is looked for, ms: the server may still be at work. */
const delays = [0, 1500, 1500];

/**
 * Creates a job of photos of these addresses. One request makes one job, also when its response is lost and it is repeated: what
 * is not among the newest jobs of `look`, from before the attempt, may be its job. Null: it is made, but nobody says which one it is.
 */
export async function requestJob(
  templateId: TemplateId,
  addresses: string[],
  look: Promise<Look>,
): Promise<Job | null> {
  // What another tab changes from now on is not what the user has agreed to.
  const draft = draftOf(templateId);
  const isNamed = await hasFeature('idempotency-key');
  // If the attempt id already prevents a second payment, the list is optional.
  const newest = await (isNamed ? look.catch(() => null) : look);
  const attemptId = startAttempt(newest?.newestIds ?? null);
  // Saved before the request is sent: a page that is closed now must not pay twice when it reopens.
  await saveWizard();
  try {
    return (await createJob(draft, addresses, attemptId)) ?? (await findMadeJob(templateId));
  } catch (error) {
    const mayBeMade = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
    // The server's own word: there is no job to look for.
    if (error instanceof ApiError && !mayBeMade && !isNamed) endAttempt();
    const lost = mayBeMade && !isNamed && (await findLostJob(templateId).catch(() => null));
    if (lost) return lost;
    throw error;
  }
}

/**
 * The job of an attempt that succeeded without naming it. Null where it cannot be found: it is paid all the same, which a page
 * that is ended now must know when it comes back.
 */
export async function findMadeJob(templateId: TemplateId): Promise<Job | null> {
  markMade();
  await saveWizard();
  return findLostJob(templateId).catch(() => null);
}

/**
 * The job of an attempt without a response: a new one of this template, looked for until a server that is still at work has had
 * the time to list it. Null when there is no such attempt, or no job of it; rejects where the server cannot be asked.
 */
export async function findLostJob(templateId: TemplateId): Promise<Job | null> {
  let failure: unknown;
  for (const delay of delays) {
    if (wizard.knownJobs === null) return null;
    await new Promise(resolve => setTimeout(resolve, delay));
    failure = null;
    const look = await lookOnce(templateId).catch(error => {
      failure = error;
    });
    if (look?.lost) return look.lost;
  }
  if (failure) throw failure;
  return null;
}

/** What one look at the newest jobs has found. */
export interface Look {
  /** The job of the attempt without a response. */
  lost: Job | null;
  newestIds: JobIds[];
  /** The attempt that was looked for, and when, on the clock of `performance.now()`. */
  attemptId: string | null;
  time: number;
}

/** Looks once for the job of an attempt without a response: the attempt itself has waited for it. */
export async function lookOnce(templateId: TemplateId): Promise<Look> {
  const { knownJobs, attemptId } = wizard;
  const time = performance.now();
  const jobs = await getJobs(1);
  const isOfTemplate = (job: Job) => job.templateId === null || isSameId(job.templateId, templateId);
  const isKnown = (job: Job) => knownJobs === null || knownJobs.some(ids => isSameJob(ids, job));
  const lost = jobs.find(job => isOfTemplate(job) && !isKnown(job));
  return {
    lost: lost ? withDraft(lost, templateId) : null,
    newestIds: jobs.map(({ trainId, generateId }) => ({ trainId, generateId })),
    attemptId,
    time,
  };
}

const draftOf = (templateId: TemplateId) => ({
  templateId,
  styleId: wizard.templateStyle,
  title: wizard.templateTitle,
  coverUrl: wizard.templatePicUrl,
});

/** An API may list a job without what the draft knows of it. */
function withDraft(job: Job, templateId: TemplateId): Job {
  const { title, coverUrl } = draftOf(templateId);
  return { ...job, templateId, title: job.title || title, coverUrl: job.coverUrl || coverUrl };
}
