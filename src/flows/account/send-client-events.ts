import type { ClientEvents, Frame } from '../../../server/contract/client-events.ts';
import { postClientEvents } from '../../api/post-client-events.ts';
import { basePath } from '../../paths.ts';
import { errorLog } from '../../platform/error-log.ts';
import { host } from '../../platform/host.ts';
import { takeSteps } from '../../platform/steps.ts';
import { loadUserLastSeen, session } from '../../state/session.ts';

/** Share of pages that report their speed. All pages report errors. */
const sampled = 0.1;
const mostErrors = 5;
const mostFrames = 8;
const mostSteps = 20;

let isStarted = false;

type Vitals = NonNullable<ClientEvents['vitals']>;

/**
 * Reports new errors and the user's steps each time the page is hidden; one page in ten also reports its speed. Reports
 * only an error's class and positions in our scripts: its message may contain a name or a signed address. Later calls on
 * the same page do nothing.
 */
export async function sendClientEvents(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const screen = location.pathname.slice(basePath.length + 1);
  const lastSeen = await loadUserLastSeen();
  const vitals = Math.random() < sampled ? watchVitals() : {};
  let told = new Set<(typeof errorLog)[number]>();
  let isFirst = true;

  document.addEventListener('visibilitychange', () => {
    const features = (session.user ?? lastSeen)?.features ?? [];
    if (document.visibilityState !== 'hidden' || !features.includes('client-reports')) return;
    // Skip errors that were already reported, because they stay in the log.
    const fresh = errorLog.filter(entry => !told.has(entry)).slice(-mostErrors);
    told = new Set(errorLog);
    const hasVitals = Object.keys(vitals).length > 0;
    const steps = stepsOf(takeSteps());
    if (!isFirst && fresh.length === 0 && steps.length === 0) return;
    const report: ClientEvents = {
      version: __APP_VERSION__,
      host,
      screen: /^[a-z-]{0,20}$/.test(screen) ? screen : 'other',
      ...(isFirst && hasVitals && { vitals }),
      errors: fresh.map(({ place, error }) => ({
        name: nameOf(error),
        place: /^[a-z][A-Za-z]{1,39}$/.test(place) ? place : 'other',
        frames: framesOf(error),
      })),
      ...(steps.length > 0 && { steps }),
    };
    isFirst = false;
    postClientEvents(report);
  });
}

/** Leaves out template ids that are not numbers. */
function stepsOf(taken: ReturnType<typeof takeSteps>): NonNullable<ClientEvents['steps']> {
  return taken
    .slice(0, mostSteps)
    .map(([step, template]) => (typeof template === 'number' ? { step, template } : { step }));
}

function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  // Any other name might contain words of the user.
  return /^[A-Z][A-Za-z]{0,30}(Error|Exception|Feature)$|^Error$/.test(name) ? name : 'other';
}

/** Returns positions in our own scripts (`…/assets/make-pic-a1b2c3.js:12:345`), innermost first. */
function framesOf(error: unknown): Frame[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return [...stack.matchAll(/\/assets\/([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/g)]
    .slice(0, mostFrames)
    .map(([, file, line, column]) => ({ file: file!, line: Number(line), column: Number(column) }));
}

/** Collects web vitals, including those that the browser recorded before this call. */
function watchVitals(): Vitals {
  const vitals: Vitals = {};
  watch('largest-contentful-paint', entry => {
    vitals.lcp = Math.round(entry.startTime);
  });
  watch('layout-shift', entry => {
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) vitals.cls = Math.round(((vitals.cls ?? 0) + value) * 1000) / 1000;
  });
  watch('event', entry => {
    if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0) {
      vitals.inp = Math.max(vitals.inp ?? 0, Math.round(entry.duration));
    }
  });
  return vitals;
}

function watch(type: string, take: (entry: PerformanceEntry) => void): void {
  try {
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true });
  } catch {
    // Safari does not know some of the entry types.
  }
}
