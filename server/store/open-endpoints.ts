import { join } from 'node:path';
import { UploadCredentials } from './credentials.ts';
import { openDiskStore } from './disk-store.ts';
import type { LocalEndpoints } from './local-storage.ts';
import { AddressSigner } from './signed-address.ts';

/** Opens the store in the data folder, with what signs for it. */
export async function openEndpoints(
  dataDir: string,
  secret: Uint8Array,
  clock: () => number,
): Promise<LocalEndpoints> {
  return {
    store: await openDiskStore(join(dataDir, 'objects')),
    credentials: new UploadCredentials(secret, clock),
    signer: new AddressSigner(secret, clock),
    bucket: 'tyy-photos',
    region: 'cn-hangzhou',
  };
}
