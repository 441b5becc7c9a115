import { loadAllWords } from '../../i18n/i18n.ts';
import { basePath, paths } from '../../paths.ts';
import { reloadPage, reloadUnlessLeft } from '../../platform/leave-page.ts';
import { listen } from '../../platform/listen.ts';
import { watchVersions } from '../../platform/service-worker.ts';
import { note, overlay } from '../../state/overlay.ts';

/** Screens that an update must not interrupt: a draft, a purchase. */
const busyScreens: string[] = [paths.makePic, paths.recharge, paths.subscription];

let isTaken = false;
let isReplaced = false;

/** Keeps the app ready for use without a network, offers each new version at a natural pause, and clears an old badge. */
export async function updateApp(): Promise<void> {
  // The page that set it may have ended before its user was back; not all browsers have badges, nor all systems.
  navigator.clearAppBadge?.().catch(() => undefined);
  await watchVersions({ onOffer: take => atPause(() => offer(take)), onReplaced: leaveOldVersion });
}

async function offer(take: () => void): Promise<void> {
  await loadAllWords();
  const run = () => {
    isTaken = true;
    // Another tab may have taken it before.
    if (isReplaced) reloadPage();
    else take();
  };
  note('update.ready', { label: 'update.take', run });
}

/** The tab that was asked reloads at once; the others go on with what they have loaded, until they come to a pause. */
function leaveOldVersion(): void {
  isReplaced = true;
  // Nobody sees what a hidden tab does.
  if (isTaken || (document.visibilityState === 'hidden' && isPause())) reloadPage();
  else onNextPause(reloadPage);
  // A part of the old version that is gone ends it earlier; a draft goes on in the new one.
  window.addEventListener('vite:preloadError', reloadUnlessLeft);
}

function atPause(work: () => void): void {
  if (isPause()) work();
  else onNextPause(work);
}

/** Calls once, when the user goes to another screen or away from the app and nothing is left half done. */
function onNextPause(work: () => void): void {
  const listening = new AbortController();
  const check = () => {
    if (!isPause()) return;
    listening.abort();
    work();
  };
  // wouter announces the first two: the browser itself has no event for them.
  for (const name of ['pushState', 'replaceState', 'popstate']) listen(window, name, check, listening.signal);
  const onHidden = () => document.visibilityState === 'hidden' && check();
  listen(document, 'visibilitychange', onHidden, listening.signal);
}

function isPause(): boolean {
  const isBusy = busyScreens.some(path => location.pathname === basePath + path);
  return !isBusy && overlay.question === null && overlay.loading === null;
}
