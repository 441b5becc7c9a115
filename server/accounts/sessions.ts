import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Database, type DbAndClock, deleteOld, type Queryable } from '../db/database.ts';
import { BatchedRead } from '../db/hot-reads.ts';
import { tokenOf } from '../http/caller.ts';
import { bounds } from '../http/limits/limiters.ts';

/** Milliseconds for which a valid token is cached. Short, because other processes may revoke it. */
const trustedFor = 3_000;

const mostKept = 20_000;

interface Session extends TokenOwner {
  /** End of the time (ms since 1970) for which the cached session is trusted; then it is read again. */
  trustedUntil: number;
}

/** Caches tokens' users. A revoked token is invalid at once, in other processes within three seconds. */
export class Sessions {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #owners: BatchedRead<TokenOwner>;
  readonly #known = new Map<string, Session>();
  #revocations = 0;

  constructor(db: Database, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
    this.#owners = new BatchedRead(hashes => findTokens(db.query, hashes, clock()));
  }

  /** Null if the token is unknown, revoked or expired. Returns a promise only if the token is not cached. */
  findUser(token: string): string | Promise<string | null> {
    return this.findUserOf(hashOf(token));
  }

  /** Like `findUser`, but takes the token's hash, which identifies the session. */
  findUserOf(hash: string): string | Promise<string | null> {
    const now = this.#clock();
    const known = this.#known.get(hash);
    if (known && now < known.trustedUntil && now < known.expires) return known.userId;
    return this.#lookUp(hash, now);
  }

  async #lookUp(hash: string, now: number): Promise<string | null> {
    const before = this.#revocations;
    const found = await this.#owners.get(hash);
    // Do not cache the token if any token was revoked during the query: it may have been this one.
    if (found && before === this.#revocations) this.#keep(hash, { ...found, trustedUntil: now + trustedFor });
    return found?.userId ?? null;
  }

  async revoke(token: string): Promise<void> {
    const hash = hashOf(token);
    await revokeToken(this.#db.query, hash);
    this.#revocations += 1;
    this.#known.delete(hash);
  }

  removeUser(userId: string): void {
    this.#revocations += 1;
    for (const [hash, session] of this.#known) {
      if (session.userId === userId) this.#known.delete(hash);
    }
  }

  #keep(hash: string, session: Session): void {
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(hash, session);
  }
}

/** Lifetime of a token in milliseconds. */
export const tokenLife = 90 * 24 * 60 * 60 * 1000;

/** Issues a token for 90 days and stores only its hash. If the user has too many tokens, removes the oldest. */
export async function issueToken(db: Queryable, userId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: userId, expire_time: new Date(now + tokenLife) })
    .execute();
  const own = db.selectFrom('tokens').select('hash').where('user_id', '=', userId);
  await db
    .deleteFrom('tokens')
    .where('hash', 'in', own.orderBy('expire_time', 'desc').orderBy('hash').offset(bounds.tokens.ofOne))
    .execute();
  return token;
}

export async function removeExpiredTokens({ db, clock }: DbAndClock): Promise<void> {
  await deleteOld(db.query, 'tokens', sql`expire_time <= ${new Date(clock())}`);
}

/** `expires` in milliseconds since 1970. */
interface TokenOwner {
  userId: string;
  expires: number;
}

/** Finds the owners of tokens by the tokens' hashes. The result lacks unknown and expired tokens. */
async function findTokens(db: Queryable, hashes: string[], now: number): Promise<Map<string, TokenOwner>> {
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', 'in', hashes)
    .where('expire_time', '>', new Date(now))
    .execute();
  return new Map(rows.map(row => [row.hash, { userId: row.user_id, expires: row.expire_time.getTime() }]));
}

async function revokeToken(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hash).execute();
}

export function hashOf(token: string): string {
  return hash('sha256', token);
}

export function identifyCallers(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = tokenOf(request);
    const found = token ? sessions.findUser(token) : null;
    if (!(found instanceof Promise)) {
      request.userId = found;
      return done();
    }
    found.then(userId => {
      request.userId = userId;
      done();
    }, done);
  });
}
