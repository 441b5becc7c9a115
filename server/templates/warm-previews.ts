import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../contract/limits.ts';
import type { ShownTemplate } from './catalogue.ts';
import type { PreviewCache, PreviewWidth } from './preview-cache.ts';

/** The width that most phones take for a third of theirs. */
const width: PreviewWidth = 320;

/**
 * Draws the previews that the first visitors will see, one after another. It rests as long as it draws, so that those who
 * ask meanwhile go first; a preview that cannot be drawn is left to the request for it.
 */
export async function warmPreviews(
  { templates, previews }: { templates: Pick<ShownTemplate, 'id'>[]; previews: PreviewCache },
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of templates.slice(0, limits.templatesAPage)) {
    if (signal.aborted) return;
    const began = performance.now();
    await previews.get(id, width, 'avif').catch(() => undefined);
    await pause(performance.now() - began, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
