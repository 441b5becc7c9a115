import { artVersion } from '../generator/art-version.ts';
import type { PreviewWidth } from './preview-cache.ts';

/** The address of a template's preview: it changes when the art does, so that its picture may be cached for ever. */
export function previewAddress(origin: string, id: number, width: PreviewWidth): string {
  return `${origin}/template-pics/${id}?w=${width}&v=${artVersion}`;
}
