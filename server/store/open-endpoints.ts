import { join } from 'node:path';
import { limits } from '../contract/limits.ts';
import type { DbAndClock } from '../db/database.ts';
import { openDiskStore } from './disk-store.ts';
import type { LocalEndpoints } from './local-storage.ts';
import { MultipartUploads } from './oss/multipart-uploads.ts';
import { UploadCredentials } from './oss/upload-credentials.ts';
import { AddressSigner } from './signed-address.ts';

/** `onProblem` receives errors of unreadable files. */
export interface EndpointParts extends DbAndClock {
  dataDir: string;
  secret: Uint8Array;
  /** Most bytes per object; 20 MB by default. */
  maxBytes?: number;
  onProblem: (problem: Error) => void;
}

export async function openEndpoints(parts: EndpointParts): Promise<LocalEndpoints> {
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
      async deletePrefix(prefix, until) {
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
