import { ApiError } from '../../api/errors.ts';
import { type TryOn, tryOnTemplates } from '../../api/try-on-templates.ts';
import { listen } from '../../platform/listen.ts';
import { noteStep } from '../../platform/steps.ts';
import { note } from '../../state/overlay.ts';
import { addTryOn, markWaiting, openTryOns, tryOns } from '../../state/try-ons.ts';
import { agreesAfter } from '../account/with-consent.ts';

/** Number of try-ons per request. The first request has only one, so that it is fast. */
const atOnce = 3;

/** Maximum number of requests per template. Several may be needed, because paid jobs have priority. */
const mostAttempts = 4;

/** Delay after a failed request, ms. */
const delay = 3000;

/** Maximum delay that the app accepts from a busy server, ms. */
const longestDelay = 60_000;

/** Requests try-ons for the templates on the screen until the signal aborts. */
export async function drawTryOns(
  photo: string,
  { wanted, changed }: { wanted: () => number[]; changed: (signal: AbortSignal) => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const attempts = new Map<number, number>();
  listen(window, 'online', () => attempts.clear(), signal);
  for (let size = 1; !signal.aborted; ) {
    const isMissing = (id: number) => !tryOns.pictures[id] && (attempts.get(id) ?? 0) < mostAttempts;
    const ids = wanted().filter(isMissing).slice(0, size);
    markWaiting(ids.length > 0);
    if (ids.length === 0) {
      await changed(signal);
      continue;
    }
    for (const id of ids) attempts.set(id, (attempts.get(id) ?? 0) + 1);
    try {
      const list = await tryOnTemplates(photo, ids, signal);
      if (!signal.aborted) await Promise.all(list.map(show));
      if (size < atOnce) noteStep('preview');
      size = atOnce;
    } catch (error) {
      if (signal.aborted) return;
      if (await agreesAfter(error, false)) {
        for (const id of ids) attempts.delete(id);
        continue;
      }
      // The refusal is final, for example because the photo shows no face, so hide the switch for try-ons.
      if (error instanceof ApiError && error.retryAfter === 0) {
        openTryOns('', false);
        return note(error.message ? { text: error.message } : 'error.network');
      }
      // A "try again later" response or being offline does not count as an attempt.
      if (error instanceof ApiError || !navigator.onLine) for (const id of ids) attempts.delete(id);
      const wait = error instanceof ApiError ? error.retryAfter * 1000 : delay;
      await new Promise(resolve => setTimeout(resolve, Math.min(wait, longestDelay)));
    }
  }
}

/** Adds a try-on once its picture is decoded, to avoid flicker. */
async function show({ templateId, picUrl, problems }: TryOn): Promise<void> {
  const picture = new Image();
  picture.src = picUrl;
  await picture.decode().then(
    () => addTryOn(templateId, picUrl, problems),
    () => undefined,
  );
}
