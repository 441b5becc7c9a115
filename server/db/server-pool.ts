import pg from 'pg';

/** Milliseconds for a connection, and for one statement on it: together below the 10 s in which every call ends. */
const connectTime = 4_000;
const statementTime = 4_000;

/** Milliseconds after which PostgreSQL itself ends a statement, sooner than it is given up here. */
const serverTime = 3_500;

/** What pg says of a statement that got no response in time. */
const noResponse = 'Query read timeout';

/**
 * A connection that is closed when a statement on it gets no response: a network that swallows packets reports no error,
 * and the next statement would wait behind the first.
 */
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

/** Opens a pool of connections to a PostgreSQL server; nothing on it waits longer than some seconds. */
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

/** Opens the two connections that prepare tables: one holds the lock meanwhile. Of a large table that may take minutes. */
export const openSetupPool = (connectionString: string): pg.Pool => openPool({ connectionString, max: 2 });

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: connectTime,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction; the next statement reports it.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
