import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openTestDatabase } from '../server/support/test-database.ts';

/** A database, with a role that has no rights yet. */
export interface OwnedDatabase {
  url: string;
  owner: pg.Client;
  role: string;
  /** The database's address for connecting as `role`. */
  urlOfRole: string;
  close(): Promise<void>;
}

export async function openOwnedDatabase(
  options?: { tables: 'none' },
  role = newRole(),
): Promise<OwnedDatabase> {
  const { url, drop } = await openTestDatabase('', options);
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN`);
  return {
    url,
    owner,
    role,
    urlOfRole: Object.assign(new URL(url), { username: role }).href,
    async close() {
      await owner.query(`ALTER DATABASE ${owner.database} OWNER TO CURRENT_USER`);
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
      await drop();
    },
  };
}

/** Opens one database for all tests in a file. Until the tests begin, only `role` is set. */
export function sharedOwnedDatabase(options?: { tables: 'none' }): OwnedDatabase {
  const database = { role: newRole() } as OwnedDatabase;
  beforeAll(async () => {
    Object.assign(database, await openOwnedDatabase(options, database.role));
  });
  afterAll(() => database.close());
  return database;
}

const newRole = () => `tyy_role_${randomBytes(4).toString('hex')}`;
