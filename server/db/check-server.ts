import type pg from 'pg';

/** The oldest version that the job queue works with, as server_version_num. */
const oldestVersion = 130_000;

/** Rejects, with a message for the operator, if PostgreSQL is too old or the database is not UTF-8. */
export async function checkServer(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string; name: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
      current_database() AS name`,
  );
  const { version, encoding, name } = rows[0]!;
  if (Number(version) < oldestVersion) {
    throw new Error(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(Number(version) / 10_000)}: update it to 15, or to 13 at least.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database "${name}" of DATABASE_URL has the encoding ${encoding}, which cannot keep what users write. Create one with ` +
        "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0; and name that one.",
    );
  }
}
