import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../contract/limits.ts';
import type { ShownTemplate } from './catalogue.ts';
import type { PreviewCache, PreviewWidth } from './preview-cache.ts';

/** Fits a third of most phones' screens. */
const width: PreviewWidth = 320;

/**
 * Draws the previews of the first page, one after another. After each it pauses as long as the drawing took, so that
 * requests go first; failed previews are left to the requests for them.
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
