import pg from 'pg';

/** Time limits in milliseconds for connecting and for a statement. Together they stay below a call's limit of 10 s. */
const connectTime = 4_000;
const statementTime = 4_000;

/** PostgreSQL itself ends a statement after this time (ms), shortly before our own timeout. */
const serverTime = 3_500;

/** pg's message when a statement times out. */
const noResponse = 'Query read timeout';

/** A network that drops packets reports no error, so the connection closes when a statement times out. */
class ServerClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      const result = send(...parameters);
      if (result instanceof Promise) result.catch(error => this.#closeIfSilent(error));
      return result;
    }) as typeof this.query;
  }

  #closeIfSilent(error: Error): void {
    if (error.message !== noResponse) return;
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

export function openServerPool(connectionString: string): pg.Pool {
  return openPool({
    connectionString,
    Client: ServerClient,
    max: 10,
    query_timeout: statementTime,
    statement_timeout: serverTime,
    lock_timeout: serverTime,
    idle_in_transaction_session_timeout: 4 * serverTime,
  });
}

/** Has no time limits, because changing a large table may take minutes. Two connections, because one holds the lock. */
export const openSetupPool = (connectionString: string): pg.Pool => openPool({ connectionString, max: 2 });

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: connectTime,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The pool replaces an idle connection that breaks. Without a listener, its error would end the process.
  pool.on('error', () => {});
  // Also ignore the error of a connection that breaks inside a transaction, because its next statement rejects.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

/** The oldest PostgreSQL version that the job queue supports, in the format of server_version_num. */
const oldestVersion = 130_000;

/** Rejects with a message for the operator if PostgreSQL is too old or the database is not UTF-8. */
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
