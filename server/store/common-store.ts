import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { OssAccount } from './oss/oss-storage.ts';

/** A hash of the bucket, or of the secret in the data folder, by which processes can compare their stores. */
export function markOfStore(oss: OssAccount | null, secret: Uint8Array): string {
  const place = oss ? [oss.endpoint ?? oss.region, oss.bucket] : [Buffer.from(secret).toString('hex')];
  return createHash('sha256').update(JSON.stringify(place)).digest('base64url');
}

/**
 * Ensures that processes on one database use the same store. API processes save the mark of their store there.
 * Rejects, and so does the returned check, if the saved mark differs from `mark`.
 */
export async function joinCommonStore(
  { query, shared }: Database,
  role: 'all' | 'api' | 'worker',
  mark: string,
): Promise<() => Promise<void>> {
  if (!shared) return async () => {};
  if (role !== 'worker') {
    await query
      .insertInto('common_store')
      .values({ mark })
      .onConflict(conflict => conflict.column('one').doUpdateSet({ mark }))
      .execute();
  }

  async function requireStore(): Promise<void> {
    const api = await query.selectFrom('common_store').select('mark').executeTakeFirst();
    if (!api || api.mark === mark) return;
    throw new Error(
      'This worker has another store than the API on the same database, and would find none of its photos: give both the ' +
        'same OSS_BUCKET, or one DATA_DIR that they share. Where the store was changed, start the API first.',
    );
  }

  await requireStore();
  return requireStore;
}
