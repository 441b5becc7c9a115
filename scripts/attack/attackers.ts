import OSS from 'ali-oss';
import { type ApiUser, buy, dataOf, signInAt } from '../../tests/support/api/api.ts';

let count = 0;

export async function newUser(origin: string): Promise<ApiUser> {
  count += 1;
  return signInAt(origin, `Attacker ${count}`);
}

/** With 1,000 more coins. */
export async function richUser(origin: string): Promise<ApiUser> {
  const user = await newUser(origin);
  await buy(user, 4);
  return user;
}

/** Uploads a photo; returns its address, or null if it was refused. */
export async function upload(user: ApiUser, name: string, photo: Buffer): Promise<string | null> {
  const { client, prefix } = await storeOf(user);
  return client.put(`${prefix}${name}`, photo).then(
    ({ url }) => url,
    () => null,
  );
}

/** Like `upload`, but in parts; returns true if the upload succeeded. */
export async function uploadInParts(user: ApiUser, name: string, photo: Buffer): Promise<boolean> {
  const { client, prefix } = await storeOf(user);
  return client.multipartUpload(`${prefix}${name}`, photo, { partSize: 102_400 }).then(
    () => true,
    () => false,
  );
}

async function storeOf(user: ApiUser): Promise<{ client: OSS; prefix: string }> {
  const wire = await dataOf(user.get('getOssStsInfo'));
  const keys = {
    accessKeyId: wire.access_key_id,
    accessKeySecret: wire.access_key_secret,
    stsToken: wire.security_token,
  };
  const client = new OSS({
    ...keys,
    refreshSTSToken: async () => keys,
    region: wire.region,
    bucket: wire.bucket,
    endpoint: wire.endpoint,
    sldEnable: true,
    authorizationV4: true,
  } as OSS.Options);
  return { client, prefix: wire.prefix };
}

/** Counts responses by HTTP status; requests without a response count as `none`. */
export class Tally {
  readonly counts = new Map<string, number>();

  async add(request: Promise<{ status: number }>): Promise<void> {
    const status = await request.then(
      response => String(response.status),
      () => 'none',
    );
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
  }

  /** Responses with a server error; 503 is a temporary refusal. */
  get errors(): number {
    const bad = [...this.counts].filter(([status]) => /^5/.test(status) && status !== '503');
    return bad.reduce((sum, [, number]) => sum + number, 0);
  }

  toString(): string {
    return [...this.counts]
      .toSorted()
      .map(([status, number]) => `${status} × ${number}`)
      .join(', ');
  }
}
