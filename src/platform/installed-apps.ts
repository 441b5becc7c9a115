import { basePath } from '../paths.ts';
import { host } from './host.ts';

interface InstalledApp {
  id?: string;
  url?: string;
}

/** Ids and addresses of the installed apps. Most browsers report at most this app. */
export async function installedApps(): Promise<string[]> {
  const asker = navigator as { getInstalledRelatedApps?: () => Promise<InstalledApp[]> };
  const reported = (await asker.getInstalledRelatedApps?.().catch(() => [])) ?? [];
  const installed = host === 'shell' || matchMedia('(display-mode: standalone)').matches;
  const own = installed ? [new URL(`${basePath}/`, location.origin).href] : [];
  return [...own, ...reported.flatMap(({ id, url }) => [id, url])].filter(name => name !== undefined);
}
