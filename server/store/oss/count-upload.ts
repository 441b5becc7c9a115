import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { bounds } from '../../http/limits/bounds.ts';
import { OssError } from './oss-error.ts';

/** Negative bytes are subtracted. */
interface Upload {
  files: number;
  bytes: number;
}

/**
 * Counts an upload for today (UTC) before its bytes arrive, across all processes; throws an OssError above the daily
 * limits. Locks the owner's row until the transaction ends.
 */
export async function countUpload(
  db: Queryable,
  { owner, now }: { owner: string; now: number },
  { files, bytes }: Upload,
): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10);
  const [mostFiles, mostBytes] = [bounds.uploadedFiles.ofOne, bounds.uploadedBytes.ofOne];
  const { rows } = await sql`
    INSERT INTO upload_counts AS counted (owner, day, files, bytes)
    VALUES (${owner}, ${today}, ${files}, greatest(0, ${bytes}::integer))
    ON CONFLICT (owner) DO UPDATE SET
      day = excluded.day,
      files = excluded.files + CASE WHEN counted.day = excluded.day THEN counted.files ELSE 0 END,
      bytes = greatest(0, ${bytes}::integer + CASE WHEN counted.day = excluded.day THEN counted.bytes ELSE 0 END)
    WHERE counted.day <> excluded.day
      OR (counted.files + ${files}::integer <= ${mostFiles} AND counted.bytes + ${bytes}::integer <= ${mostBytes})
    RETURNING owner`.execute(db);
  if (rows.length > 0) return;
  throw new OssError(403, 'QuotaExceeded', 'Too much was uploaded today. Try again tomorrow.');
}

export async function forgetCounts(db: Queryable, now: number): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10);
  await db.deleteFrom('upload_counts').where('day', '<', today).execute();
}
