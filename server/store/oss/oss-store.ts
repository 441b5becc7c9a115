import { Readable } from 'node:stream';
import OSS from 'ali-oss';
import { limits } from '../../contract/limits.ts';
import { isKeyPrefix, isObjectKey } from '../object-key.ts';
import type { ListedObject, ObjectStore, StoredObject } from '../object-store.ts';
import type { OssAccount } from './oss-account.ts';

/** Options that the SDK's types lack. */
interface ClientOptions extends OSS.Options {
  authorizationV4: boolean;
  sldEnable: boolean;
  retryMax: number;
}

/** Milliseconds per request, enough for the largest photo (20 MB). */
const timeLimit = 30_000;

/** Do not load larger objects. OSS itself does not limit the size of uploads. */
const mostBytes = limits.photoBytes;

/** Maximum number of keys that OSS lists or deletes per request. */
const pageSize = 1000;

export function openOssStore(account: OssAccount): ObjectStore {
  const options: ClientOptions = {
    region: `oss-${account.region}`,
    bucket: account.bucket,
    accessKeyId: account.accessKeyId,
    accessKeySecret: account.accessKeySecret,
    ...(account.endpoint === null ? {} : { endpoint: account.endpoint }),
    sldEnable: account.endpoint !== null,
    secure: true,
    authorizationV4: true,
    timeout: timeLimit,
    retryMax: 2,
  };
  const client = new OSS(options);

  async function* list(prefix: string): AsyncIterable<ListedObject> {
    if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
    let next: string | undefined;
    do {
      const query = { prefix, 'max-keys': String(pageSize) };
      const page = await client.listV2(next ? { ...query, 'continuation-token': next } : query, {});
      for (const { name, lastModified } of page.objects ?? []) {
        yield { key: name, time: Date.parse(lastModified) };
      }
      next = page.nextContinuationToken;
    } while (next);
  }

  async function get(key: string): Promise<StoredObject | null> {
    const found = await orNull(client.get(checked(key), { headers: { Range: `bytes=0-${mostBytes}` } }));
    if (!found || (found.content as Buffer).length > mostBytes) return null;
    const headers = found.res.headers as Record<string, string>;
    return { bytes: found.content as Buffer, ...describedBy(headers) };
  }

  return {
    list,
    get,

    // Load all bytes first: OSS closes connections that are read slowly.
    async read(key) {
      const found = await get(key);
      return found && { ...found, size: found.bytes.length, bytes: Readable.from([found.bytes]) };
    },

    async put(key, bytes, type) {
      await client.put(checked(key), Buffer.from(bytes), { mime: type });
    },

    async head(key) {
      const found = await orNull(client.head(checked(key)));
      if (!found) return null;
      const headers = found.res.headers as Record<string, string>;
      return { size: Number(headers['content-length']), ...describedBy(headers) };
    },

    async delete(key) {
      await client.delete(checked(key));
    },

    async deletePrefix(prefix, until = Number.POSITIVE_INFINITY) {
      let keys: string[] = [];
      let count = 0;
      const removeCollected = async () => {
        if (keys.length > 0) await client.deleteMulti(keys, { quiet: true });
        count += keys.length;
        keys = [];
      };
      for await (const { key, time } of list(prefix)) {
        if (time > until) continue;
        keys.push(key);
        if (keys.length === pageSize) await removeCollected();
      }
      await removeCollected();
      return count;
    },
  };
}

function describedBy(headers: Record<string, string>): { type: string; etag: string } {
  return { type: headers['content-type'] ?? 'application/octet-stream', etag: headers.etag ?? '' };
}

function checked(key: string): string {
  if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
  return key;
}

async function orNull<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}
