import { ApiError, NetworkError } from '../api/errors.ts';
import { createJob, getJobs, type Job } from '../api/pics.ts';
import { endAttempt, saveWizard, startAttempt, wizard } from '../state/wizard.ts';
import { hasFeature } from './has-feature.ts';

/** Delays before the job of an attempt without a response is looked for, ms: the server may still be at work. */
const delays = [0, 1500, 1500];

/** The train ids of the newest jobs: what is not among them after an attempt may be its job. */
export async function getNewestIds(): Promise<string[]> {
  return (await getJobs(1)).map(job => job.trainId);
}

/**
 * Creates the job of the draft. One request makes one job, also when its response is lost and it is repeated. `newestIds` are
 * those of before a first attempt.
 */
export async function requestJob(templateId: number, newestIds: Promise<string[]>): Promise<Job> {
  const isNamed = await hasFeature('idempotency-key');
  // Where the attempt's name keeps it from being paid twice, the list is only a help.
  const jobsBefore = await (isNamed ? newestIds.catch(() => null) : newestIds);
  const attemptId = startAttempt(jobsBefore);
  // Saved before it leaves: a page that is ended now must not pay twice when it comes back.
  await saveWizard();
  try {
    const addresses = wizard.photos.flatMap(photo => photo.address ?? []);
    return await createJob(templateId, addresses, attemptId);
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
 * The job of an attempt without a response: a new one of this template. Null when there is no such attempt, or no job of
 * it; rejects where the server cannot be asked.
 */
export async function findLostJob(templateId: number): Promise<Job | null> {
  const { jobsBefore } = wizard;
  if (jobsBefore === null) return null;
  let failure: unknown;
  for (const delay of delays) {
    await new Promise(resolve => setTimeout(resolve, delay));
    failure = null;
    const jobs = await getJobs(1).catch(error => {
      failure = error;
      return [];
    });
    const lost = jobs.find(job => job.templateId === templateId && !jobsBefore.includes(job.trainId));
    if (lost) return lost;
  }
  if (failure) throw failure;
  return null;
}
