import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { openTestDatabase } from '../support/test-database.ts';

test('an older version on the data of a newer one says so, names what it added, and changes nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tyy-newer-'));
  const { url, drop } = await openTestDatabase(dataDir);
  const place = { dataDir, databaseUrl: url || null };
  const newer = await openDatabase(place);
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(
    newer.query,
  );
  await newer.close();

  await expect(openDatabase(place)).rejects.toThrow(
    /^The database was made by a newer version, which added 999-later; this one ends with \d{3}-[\w-]+\. Start/,
  );
  await drop();
  await rm(dataDir, { recursive: true });
});
