import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppStoreDouble, appStoreApp, appStoreKey } from '../doubles/app-store-double.ts';

/** The settings of a backend that sells through this store; their files lie in the folder. */
export async function appStoreSettings(
  store: AppStoreDouble,
  folder: string,
): Promise<Record<string, string>> {
  const files = { APP_STORE_ROOTS: join(folder, 'root.cer'), APP_STORE_KEY: join(folder, 'key.p8') };
  await writeFile(files.APP_STORE_ROOTS, store.chain.root);
  const key = store.keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(files.APP_STORE_KEY, key);
  return { ...appStoreApp, ...appStoreKey, ...files, APP_STORE_API: store.http.origin };
}
