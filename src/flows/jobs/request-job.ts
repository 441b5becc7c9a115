import { ApiError, NetworkError } from '../../api/errors.ts';
import { createJob, getJobs, type Job, type JobIds } from '../../api/jobs.ts';
import { isSameJob } from '../../state/current-job.ts';
import { isSameId, type TemplateId } from '../../state/is-same-id.ts';
import { endAttempt, markMade, saveWizard, startAttempt, wizard } from '../../state/wizard.ts';
import { hasFeature } from '../account/has-feature.ts';

/** Delays before each search for a job without a response, ms. The server may still be creating the job. */
const delays = [0, 1500, 1500];

/** Creates a job, or finds the one whose response was lost, so that nobody pays twice. Null without ids. */
export async function requestJob(
  templateId: TemplateId,
  addresses: string[],
  look: Promise<Look>,
): Promise<Job | null> {
  // A copy, because the user has not agreed to changes that another tab makes later.
  const draft = draftOf(templateId);
  const isNamed = await hasFeature('idempotency-key');
  // If the API recognizes attempt ids, the list of jobs is not needed, so ignore its failure.
  const newest = await (isNamed ? look.catch(() => null) : look);
  const attemptId = startAttempt(newest?.newestIds ?? null);
  // Save before sending. If the page closes now, the reopened page must not make the user pay twice.
  await saveWizard();
  try {
    return (await createJob(draft, addresses, attemptId)) ?? (await findMadeJob(templateId));
  } catch (error) {
    const mayBeMade = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
    // The server certainly created no job, so a retry may be a new attempt.
    if (error instanceof ApiError && !mayBeMade && !isNamed) endAttempt();
    const lost = mayBeMade && !isNamed && (await findLostJob(templateId).catch(() => null));
    if (lost) return lost;
    throw error;
  }
}

/** Records that the attempt has created a job without ids, then searches for it. Null if it is not found. */
export async function findMadeJob(templateId: TemplateId): Promise<Job | null> {
  markMade();
  await saveWizard();
  return findLostJob(templateId).catch(() => null);
}

/** Finds the job of an attempt without a response. Searches several times; rejects if the last search failed. */
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

/** The result of one search among the newest jobs. */
export interface Look {
  /** A job that exists although its creation got no response; null if none was found. */
  lost: Job | null;
  newestIds: JobIds[];
  /** The attempt for which the search was made, and the time of the search by `performance.now()`. */
  attemptId: string | null;
  time: number;
}

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

/** Fills in data from the draft, because an API may list jobs without template, title and cover. */
function withDraft(job: Job, templateId: TemplateId): Job {
  const { title, coverUrl } = draftOf(templateId);
  return { ...job, templateId, title: job.title || title, coverUrl: job.coverUrl || coverUrl };
}
