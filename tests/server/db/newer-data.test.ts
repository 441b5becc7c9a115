import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { openTestDatabase } from '../support/test-database.ts';

test.each([
  [
    'an older version on the data of a newer one',
    '999-later',
    /^The database was made by a newer version, which added 999-later; this one ends with \d{3}-[\w-]+\. Start/,
  ],
  [
    'a release on the data of a version before 1.0.0',
    '001-people-and-jobs',
    /^The database was made by a version before 1\.0\.0, .+Start with an empty database/,
  ],
])('%s says so and changes nothing', async (_, migration, sentence) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tyy-newer-'));
  const { url, drop } = await openTestDatabase(dataDir);
  const place = { dataDir, databaseUrl: url || null };
  const newer = await openDatabase(place);
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${migration}, '2030-01-01')`.execute(
    newer.query,
  );
  await newer.close();

  await expect(openDatabase(place)).rejects.toThrow(sentence);
  await drop();
  await rm(dataDir, { recursive: true });
});
