import { artVersion } from '../generator/art-version.ts';
import type { PreviewWidth } from './preview-cache.ts';

/** The address of a template's preview: its version changes when the picture does, so that its picture may be cached for ever. */
export function previewAddress(
  origin: string,
  id: number,
  width: PreviewWidth,
  version = artVersion,
): string {
  return `${origin}/template-pics/${id}?w=${width}&v=${version}`;
}
