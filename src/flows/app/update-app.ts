import { loadAllWords } from '../../i18n/i18n.ts';
import { basePath, paths } from '../../paths.ts';
import { reloadPage, reloadUnlessLeft } from '../../platform/leave-page.ts';
import { listen } from '../../platform/listen.ts';
import { watchVersions } from '../../platform/service-worker.ts';
import { note, overlay } from '../../state/overlay.ts';

/** Screens that an update must not interrupt, because they contain the draft or a purchase. */
const busyScreens: string[] = [paths.makePic, paths.recharge, paths.subscription];

let isTaken = false;
let isReplaced = false;

/** Prepares the app for offline use, offers new versions at a pause, and clears an old badge on the app's icon. */
export async function updateApp(): Promise<void> {
  // The page that set the badge may have closed. Some browsers and systems do not support badges.
  navigator.clearAppBadge?.().catch(() => undefined);
  await watchVersions({ onOffer: take => atPause(() => offer(take)), onReplaced: leaveOldVersion });
}

async function offer(take: () => void): Promise<void> {
  await loadAllWords();
  const run = () => {
    isTaken = true;
    // If another tab has already taken the update, only a reload is missing.
    if (isReplaced) reloadPage();
    else take();
  };
  note('update.ready', { label: 'update.take', run });
}

/** The tab that took the update reloads at once. Other tabs keep the old version until the user pauses. */
function leaveOldVersion(): void {
  isReplaced = true;
  // The user does not notice if a hidden tab reloads.
  if (isTaken || (document.visibilityState === 'hidden' && isPause())) reloadPage();
  else onNextPause(reloadPage);
  // If a file of the old version is missing, reload sooner; the draft survives the reload.
  window.addEventListener('vite:preloadError', reloadUnlessLeft);
}

function atPause(work: () => void): void {
  if (isPause()) work();
  else onNextPause(work);
}

/** Calls `work` once, when the user changes the screen or hides the app, but not while something is unfinished. */
function onNextPause(work: () => void): void {
  const listening = new AbortController();
  const check = () => {
    if (!isPause()) return;
    listening.abort();
    work();
  };
  // The library wouter emits the first two events; browsers do not.
  for (const name of ['pushState', 'replaceState', 'popstate']) listen(window, name, check, listening.signal);
  const onHidden = () => document.visibilityState === 'hidden' && check();
  listen(document, 'visibilitychange', onHidden, listening.signal);
}

function isPause(): boolean {
  const isBusy = busyScreens.some(path => location.pathname === basePath + path);
  return !isBusy && overlay.question === null && overlay.loading === null;
}
