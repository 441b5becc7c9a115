import type { UploadCredentials } from './credentials.ts';
import type { DiskStore } from './disk-store.ts';
import type { PictureSpace } from './picture-space.ts';
import { type AddressSigner, keyOfAddress } from './signed-address.ts';

/** The doors that this server itself opens to its store; `region` is written without `oss-`. */
export interface LocalDoors {
  store: DiskStore;
  credentials: UploadCredentials;
  signer: AddressSigner;
  bucket: string;
  region: string;
}

/** Pictures that this server keeps and serves by itself. */
export function localSpace(doors: LocalDoors): PictureSpace {
  const { store, credentials, signer, bucket, region } = doors;
  return {
    store,
    foreignOrigin: null,
    allowUpload: async (prefix, session, origin) => ({
      ...credentials.issue(prefix, session),
      region: `oss-${region}`,
      bucket,
      endpoint: origin,
    }),
    addressOf: (key, origin) => origin + signer.signAddress(key),
    keyOf: address => keyOfAddress(address, bucket),
  };
}
