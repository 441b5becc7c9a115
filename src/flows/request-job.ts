import { ApiError, NetworkError } from '../api/errors.ts';
import { createJob, getJobs, type Job, type JobIds } from '../api/jobs.ts';
import { isSameId } from '../state/is-same-id.ts';
import { isSameJob } from '../state/making.ts';
import type { TemplateId } from '../state/template-id.ts';
import { endAttempt, markMade, saveWizard, startAttempt, wizard } from '../state/wizard.ts';
import { hasFeature } from './has-feature.ts';

/** Delays before the job of an attempt without a response is looked for, ms: the server may still be at work. */
const delays = [0, 1500, 1500];

/** The newest jobs: what is not among them after an attempt may be its job. */
export async function getNewestIds(): Promise<JobIds[]> {
  return (await getJobs(1)).map(({ trainId, generateId }) => ({ trainId, generateId }));
}

/**
 * Creates a job of photos of these addresses. One request makes one job, also when its response is lost and it is repeated.
 * `newestIds` are those of before a first attempt. Null: it is made, but nobody says which one it is.
 */
export async function requestJob(
  templateId: TemplateId,
  addresses: string[],
  newestIds: Promise<JobIds[]>,
): Promise<Job | null> {
  // What another tab changes from now on is not what the user has agreed to.
  const draft = draftOf(templateId);
  const isNamed = await hasFeature('idempotency-key');
  // If the attempt id already prevents a second payment, the list is optional.
  const knownJobs = await (isNamed ? newestIds.catch(() => null) : newestIds);
  const attemptId = startAttempt(knownJobs);
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
 * The job of an attempt without a response: a new one of this template. Null when there is no such attempt, or no job of
 * it; rejects where the server cannot be asked.
 */
export async function findLostJob(templateId: TemplateId): Promise<Job | null> {
  const { knownJobs } = wizard;
  if (knownJobs === null) return null;
  let failure: unknown;
  for (const delay of delays) {
    await new Promise(resolve => setTimeout(resolve, delay));
    failure = null;
    const jobs = await getJobs(1).catch(error => {
      failure = error;
      return [];
    });
    const isOfTemplate = (job: Job) => job.templateId === null || isSameId(job.templateId, templateId);
    const lost = jobs.find(job => isOfTemplate(job) && !knownJobs.some(ids => isSameJob(ids, job)));
    if (lost) return withDraft(lost, templateId);
  }
  if (failure) throw failure;
  return null;
}

const draftOf = (templateId: TemplateId) => ({
  templateId,
  title: wizard.templateTitle,
  coverUrl: wizard.templatePicUrl,
});

/** An API may list a job without what the draft knows of it. */
function withDraft(job: Job, templateId: TemplateId): Job {
  const { title, coverUrl } = draftOf(templateId);
  return { ...job, templateId, title: job.title || title, coverUrl: job.coverUrl || coverUrl };
}
