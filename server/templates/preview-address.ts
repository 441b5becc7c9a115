import { artVersion } from '../generator/art-version.ts';
import type { PreviewWidth } from './preview-cache.ts';

/** The version changes with the picture, so the picture can be cached forever. */
export function previewAddress(
  origin: string,
  id: number,
  width: PreviewWidth,
  version = artVersion,
): string {
  return `${origin}/template-pics/${id}?w=${width}&v=${version}`;
}
