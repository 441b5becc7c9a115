import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ServerProcess } from '../../tests/cluster/server-process.ts';
import { ApiUser, buy, giveConsent, overHttp, tokenOf } from '../../tests/support/api/api.ts';

export interface Aim {
  origin: string;
  /** DATA_DIR of the attacked process. An attack may truncate files there, as a full disk or a kill does. */
  dataDir: string;
  /** Starts another process with the same database and files. */
  startAnother(): Promise<ServerProcess>;
  /** Allowed calls per minute and address. */
  rateLimit: number;
  isShort: boolean;
  /**
   * Milliseconds (--p99) that each request of the bystander may take. Attacks with a limit of their own use the larger
   * limit, because a strict limit holds only on an idle machine.
   */
  patience: number;
  tally: Tally;
}

/** An attack. It throws if it succeeds, i.e. if the server lets it exceed a limit. */
export interface Attack {
  name: string;
  /** The attacked process: `all` also makes pics, `with-services` uses external services. Default: an API node. */
  role?: 'all' | 'with-services';
  /** Memory in MB that the process may use in addition during the attack. */
  moreMemory?: number;
  /** True if --short leaves the attack out, because it takes a minute. */
  isLong?: boolean;
  /** Yields once, after the preparation of the attack, which is not measured. */
  run(aim: Aim): AsyncGenerator<void, void>;
}

/** Counts responses by HTTP status; requests without a response count as `none`. */
export class Tally {
  readonly counts = new Map<string, number>();

  /** Resolves with the status; null if there is no response. */
  async add(request: Promise<{ status: number }>): Promise<number | null> {
    const status = await request.then(
      response => response.status,
      () => null,
    );
    const name = String(status ?? 'none');
    this.counts.set(name, this.of(name) + 1);
    return status;
  }

  /** Adds a response and reads it to its end. */
  read(request: Promise<Response>): Promise<number | null> {
    return this.add(
      request.then(async response => {
        await response.arrayBuffer();
        return response;
      }),
    );
  }

  /** Adds an upload. A refused upload rejects with an error that has the status. */
  upload(uploading: Promise<unknown>): Promise<number | null> {
    return this.add(
      uploading.then(
        () => ({ status: 200 }),
        ({ status }) => ({ status }),
      ),
    );
  }

  of(status: string): number {
    return this.counts.get(status) ?? 0;
  }

  /** Number of responses with a server error, except 503, which is a temporary refusal. */
  get errors(): number {
    const bad = [...this.counts].filter(([status]) => /^5/.test(status) && status !== '503');
    return bad.reduce((sum, [, number]) => sum + number, 0);
  }

  toString(): string {
    return [...this.counts]
      .toSorted()
      .map(([status, number]) => `${status} × ${number}`)
      .join(', ');
  }
}

export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const atOnce = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(times(count).map(act));

/** Like `atOnce`, but runs at most `lanes` acts at the same time. */
export function inLanes<T>(lanes: number, count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const limit = pLimit(lanes);
  return atOnce(count, index => limit(act, index));
}

/** Throws if a number is above its bound. The error contains the number, followed by `what`. */
export function requireAtMost(bound: number, number: number, what: string): void {
  if (number > bound) throw new Error(`${number} ${what}, above ${bound}`);
}

/** Resolves with the result of `act`; throws if `act` takes longer than `bound` milliseconds. */
export function within<T>(bound: number, what: string, act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLate = pause(bound, null, { signal: over.signal }).then(() => {
    throw new Error(`${what} took more than ${bound} ms`);
  });
  return Promise.race([act(), tooLate]).finally(() => over.abort());
}

let count = 0;

export async function newUser(origin: string): Promise<ApiUser> {
  count += 1;
  // Sign in from another address: an earlier attack may have reached the limit of ours.
  const transport = overHttp(origin, { 'x-forwarded-for': `192.0.2.${count % 250}` });
  const user = new ApiUser(transport, await tokenOf(transport, `Attacker ${count}`));
  await giveConsent(user);
  return user;
}

export const newUsers = (origin: string, count: number): Promise<ApiUser[]> =>
  atOnce(count, () => newUser(origin));

/** A new user with 1,000 additional coins. */
export async function richUser(origin: string): Promise<ApiUser> {
  const user = await newUser(origin);
  await buy(user, 4);
  return user;
}

/** Awaits another user's call and throws unless it succeeds. Does not measure the time; the bystander does. */
export async function requireServed(what: string, call: Promise<{ status: number }>): Promise<void> {
  const { status } = await call;
  if (status !== 200) throw new Error(`another user's ${what} got ${status}`);
}

/** Opens connections that read nothing until they are resumed. The server may close them. */
export async function connectTo(origin: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets = times(count).map(() => connect(Number(port), hostname).pause());
  await Promise.all(
    sockets.map(socket => {
      socket.on('error', () => {});
      return Promise.race([once(socket, 'connect'), once(socket, 'close'), pause(1_000)]).catch(() => {});
    }),
  );
  return sockets;
}

/** Number of the process's open handles, from its metrics; 0 if it does not respond. */
export async function openHandles(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    response => response.text(),
    () => '',
  );
  return Number(/^process_open_fds (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Runs `act`; throws if the process ever has more than `bound` handles open during that time. */
export async function withHandles(bound: number, origin: string, act: () => Promise<void>): Promise<void> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await openHandles(origin));
      await pause(20);
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watching;
  requireAtMost(bound, most, 'handles were open');
}
