import { BatchedRead } from '../db/batched-read.ts';
import type { Database } from '../db/database.ts';
import { findTokens, hashOf, revokeToken, type TokenOwner } from './tokens.ts';

/** Milliseconds for which a found token is cached: other processes may revoke tokens. */
const trustedFor = 3_000;

const mostKept = 20_000;

interface Session extends TokenOwner {
  /** End of the cache time (milliseconds since 1970). */
  trustedUntil: number;
}

/**
 * Caches which user a token belongs to. A token revoked here is invalid at once; one revoked by another process, at most
 * three seconds later.
 */
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

  /** Null if the token is unknown, revoked or expired; synchronous if cached. */
  findUser(token: string): string | Promise<string | null> {
    return this.findUserOf(hashOf(token));
  }

  /** The same by the token's hash, which identifies the session. */
  findUserOf(hash: string): string | Promise<string | null> {
    const now = this.#clock();
    const known = this.#known.get(hash);
    if (known && now < known.trustedUntil && now < known.expires) return known.userId;
    return this.#lookUp(hash, now);
  }

  async #lookUp(hash: string, now: number): Promise<string | null> {
    const before = this.#revocations;
    const found = await this.#owners.get(hash);
    // Do not cache what was revoked during the query.
    if (found && before === this.#revocations) this.#keep(hash, { ...found, trustedUntil: now + trustedFor });
    return found?.userId ?? null;
  }

  async revoke(token: string): Promise<void> {
    const hash = hashOf(token);
    await revokeToken(this.#db.query, hash);
    this.#revocations += 1;
    this.#known.delete(hash);
  }

  /** Removes a deleted user's sessions from the cache. */
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
