import { join } from 'node:path';
import { limits } from '../contract/limits.ts';
import type { DbAndClock } from '../db/database.ts';
import { openDiskStore } from './disk-store.ts';
import type { PictureStorage } from './object-store.ts';
import { MultipartUploads } from './oss/multipart-uploads.ts';
import { UploadCredentials } from './oss/upload-credentials.ts';
import { AddressSigner, keyOfAddress } from './signed-address.ts';

export type LocalEndpoints = Awaited<ReturnType<typeof openEndpoints>>;

export function openLocalStorage(endpoints: LocalEndpoints): PictureStorage {
  const { store, credentials, signer, bucket, region } = endpoints;
  return {
    store,
    foreignOrigin: null,
    allowUpload: async (prefix, session, origin) => ({
      ...credentials.issue(prefix, session),
      region: `oss-${region}`,
      bucket,
      endpoint: origin,
    }),
    addressOf: (key, origin, options) => origin + signer.signAddress(key, options),
    keyOf: address => keyOfAddress(address, bucket),
  };
}

interface EndpointParts extends DbAndClock {
  dataDir: string;
  secret: Uint8Array;
  /** Maximum bytes per object; 20 MB by default. */
  maxBytes?: number;
  onProblem: (problem: Error) => void;
}

export async function openEndpoints(parts: EndpointParts) {
  const { dataDir, secret, db, clock, maxBytes = limits.photoBytes, onProblem } = parts;
  const folder = join(dataDir, 'objects');
  const disk = await openDiskStore(folder, onProblem);
  const uploads = new MultipartUploads({
    folder: join(folder, '.parts'),
    db,
    clock,
    maxBytes,
    onProblem,
  });
  return {
    store: {
      ...disk,
      async deletePrefix(prefix: string, until?: number) {
        await uploads.removeOf(prefix, until);
        return disk.deletePrefix(prefix, until);
      },
    },
    uploads,
    sweep: () => uploads.sweep(),
    maxBytes,
    credentials: new UploadCredentials(secret, clock),
    signer: new AddressSigner(secret, clock),
    bucket: 'tyy-photos',
    region: 'cn-hangzhou',
  };
}
