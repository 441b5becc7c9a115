import type { Job } from '../../api/jobs.ts';
import { language } from '../../i18n/i18n.ts';
import { deviceFacts } from '../../platform/device-facts.ts';
import { errorLog } from '../../platform/error-log.ts';
import { currentJob, isSameJob } from '../../state/current-job.ts';
import { loadOrder, payment } from '../../state/order.ts';
import { session } from '../../state/session.ts';
import { getKnownJobs } from '../lists/known-lists.ts';

const mostJobs = 3;

/** Time limit for loading the jobs, ms. It is short, because users need support most when the network is bad. */
const patience = 2000;

/**
 * Gathers facts for support and returns a function that formats them: versions, host, features, last errors, ids of the
 * order and of the latest jobs. The text has no name, user id, token, photo or photo address. Formatting is
 * synchronous, because browsers allow copying only during a tap.
 */
export async function openSupportDetails(): Promise<() => string> {
  let jobs: readonly Job[] = [];
  const loadJobs = async () => {
    if (session.token) jobs = await getKnownJobs(1).catch(() => []);
  };
  const waitedLongEnough = new Promise(resolve => setTimeout(resolve, patience));
  await Promise.all([loadOrder(), Promise.race([loadJobs(), waitedLongEnough])]);
  return () => supportDetails(jobs);
}

function supportDetails(jobs: readonly Job[]): string {
  const { order, status } = payment;
  const latest = [...(currentJob.job ? [currentJob.job] : []), ...jobs].filter(
    (job, place, all) => all.findIndex(other => isSameJob(other, job)) === place,
  );
  return [
    `Tyy ${__APP_VERSION__}, ${new Date().toISOString()}, ${location.pathname}, ${language()}`,
    ...deviceFacts(),
    `Server: ${session.user ? session.user.features.join(', ') || 'no extras' : 'no user loaded'}`,
    `Order: ${order ? `${order.orderId} (${status})` : 'none'}`,
    ...latest
      .slice(0, mostJobs)
      .map(
        job =>
          `Job: ${job.trainId || '–'} / ${job.generateId || '–'} (${job.status}, template ${job.templateId ?? '–'})`,
      ),
    errorLog.length > 0 ? 'Last errors:' : 'Last errors: none',
    ...errorLog.map(
      ({ time, place, error }) => `${new Date(time).toISOString()} ${place}: ${inWords(error)}`,
    ),
  ].join('\n');
}

/** Describes an error and its causes by name, code and message, without personal data and addresses of pictures. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return clean(String(error));
  const { name, message, cause } = error;
  const code = 'code' in error ? ` ${error.code}` : '';
  return clean(`${name}${code} ${message}`) + (cause === undefined ? '' : ` ← ${inWords(cause)}`);
}

function clean(text: string): string {
  return (
    text
      // Addresses contain user ids and signatures; `data:` addresses contain whole pictures.
      .replace(/\b(https?:\/\/[^/\s"']+)[^\s"')]*/g, '$1/…')
      .replace(/\b(data|blob):[^\s"')]*/g, '$1:…')
      .replace(/[\w.+-]+@[\w-]+\.\w[\w.]*/g, '…@…')
      .replace(/[\w-]{24,}/g, '…')
      .slice(0, 300)
  );
}
