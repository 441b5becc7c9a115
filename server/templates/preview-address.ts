import project from '../../package.json' with { type: 'json' };
import type { PreviewWidth } from './preview-cache.ts';

/** The version of the drawings: part of their addresses, so that they may be cached for ever. */
export const drawingsVersion = project.version;

/** The address of a template's preview. */
export function previewAddress(origin: string, id: number, width: PreviewWidth): string {
  return `${origin}/template-pics/${id}?w=${width}&v=${drawingsVersion}`;
}
