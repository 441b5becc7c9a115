import { clearCache } from '../platform/storage/cache.ts';
import { toast } from '../state/overlay.ts';

/** Frees what was kept only to be quicker. */
export async function emptyCache(): Promise<void> {
  await clearCache();
  toast('setting.cache-cleared');
}
