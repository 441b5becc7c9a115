import { BatchedRead } from '../db/batched-read.ts';
import type { Database } from '../db/database.ts';
import { findTokens, hashOf, revokeToken, type TokenOwner } from './tokens.ts';

/** How long a token that was found counts without asking the database again: other processes revoke tokens too. */
const trustedFor = 3_000;

const mostKept = 20_000;

interface Session extends TokenOwner {
  /** When it must be looked up again (milliseconds since 1970). */
  trustedUntil: number;
}

/**
 * Knows whose a token is, without a query for every request. A token that is revoked here is worthless here at once;
 * one that another process revoked ends at most three seconds later.
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

  /** The user whom a token stands for, or null when it is unknown, revoked or expired; at once when it is trusted. */
  findUser(token: string): string | Promise<string | null> {
    return this.findUserOf(hashOf(token));
  }

  /** The same for the hash of a token, which names its session. */
  findUserOf(hash: string): string | Promise<string | null> {
    const now = this.#clock();
    const known = this.#known.get(hash);
    if (known && now < known.trustedUntil && now < known.expires) return known.userId;
    return this.#lookUp(hash, now);
  }

  async #lookUp(hash: string, now: number): Promise<string | null> {
    const before = this.#revocations;
    const found = await this.#owners.get(hash);
    // What was revoked while the query ran must not be remembered.
    if (found && before === this.#revocations) this.#keep(hash, { ...found, trustedUntil: now + trustedFor });
    return found?.userId ?? null;
  }

  /** Makes a token worthless. */
  async revoke(token: string): Promise<void> {
    const hash = hashOf(token);
    await revokeToken(this.#db.query, hash);
    this.#revocations += 1;
    this.#known.delete(hash);
  }

  /** Removes the sessions of a user whose account is gone. */
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
