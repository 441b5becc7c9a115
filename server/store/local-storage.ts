import type { DiskStore } from './disk-store.ts';
import type { MultipartUploads } from './oss/multipart-uploads.ts';
import type { UploadCredentials } from './oss/upload-credentials.ts';
import type { PictureStorage } from './picture-storage.ts';
import { type AddressSigner, keyOfAddress } from './signed-address.ts';

/** The store's endpoints on this server; `region` without `oss-`. */
export interface LocalEndpoints {
  store: DiskStore;
  uploads: MultipartUploads;
  /** Deletes files of uploads that ended or were cut off. */
  sweep(): Promise<void>;
  /** Most bytes per object. */
  maxBytes: number;
  credentials: UploadCredentials;
  signer: AddressSigner;
  bucket: string;
  region: string;
}

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
