import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OSS from 'ali-oss';
import Fastify from 'fastify';
import { type IssuedCredentials, UploadCredentials } from '../../../server/store/credentials.ts';
import { type DiskStore, openDiskStore } from '../../../server/store/disk-store.ts';
import { ossEndpoint } from '../../../server/store/oss-endpoint.ts';
import { AddressSigner } from '../../../server/store/signed-address.ts';
import { signedPictures } from '../../../server/store/signed-pictures.ts';

const minute = 60 * 1000;

/** A listening store whose clock the test can move. */
export interface OssWorld {
  origin: string;
  store: DiskStore;
  /** Credentials of a session that lasts until the test ends it. */
  issue(prefix: string): IssuedCredentials;
  endSession(): void;
  signer: AddressSigner;
  passMinutes(minutes: number): void;
  client(issued: IssuedCredentials, changes?: object): OSS;
  close(): Promise<void>;
}

/** The bucket of the listening store. */
export const bucket = 'tyy-photos';

/** Opens a store in a temporary folder and listens on a free port of the loopback. */
export async function openOssWorld(): Promise<OssWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-store-'));
  const secret = new TextEncoder().encode('a secret of the test');
  let ahead = 0;
  let isActive = true;
  const clock = () => Date.now() + ahead;

  const store = await openDiskStore(folder);
  const credentials = new UploadCredentials(secret, clock);
  const signer = new AddressSigner(secret, clock);
  const app = Fastify();
  await app.register(ossEndpoint, {
    store,
    credentials,
    bucket,
    region: 'cn-hangzhou',
    maxBytes: 400_000,
    isActive: async () => isActive,
  });
  await app.register(signedPictures, { store, signer });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    origin,
    store,
    issue: prefix => credentials.issue(prefix, 'a session'),
    endSession: () => {
      isActive = false;
    },
    signer,
    passMinutes: minutes => {
      ahead += minutes * minute;
    },
    client: (issued, changes = {}) => new OSS({ ...clientOptions(origin, issued), ...changes }),
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function clientOptions(origin: string, issued: IssuedCredentials) {
  return {
    accessKeyId: issued.access_key_id,
    accessKeySecret: issued.access_key_secret,
    stsToken: issued.security_token,
    // Silences the SDK's advice to renew tokens by itself.
    refreshSTSToken: async () => Promise.reject(new Error('no renewal in tests')),
    refreshSTSTokenInterval: 60 * minute,
    bucket,
    region: 'oss-cn-hangzhou',
    endpoint: origin,
    sldEnable: true,
    authorizationV4: true,
  };
}
