import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { ServerProcess } from '../../tests/cluster/server-process.ts';
import { ApiUser, buy, giveConsent, overHttp, tokenOf } from '../../tests/support/api/api.ts';

interface Aim {
  origin: string;
  /** DATA_DIR of the attacked process. Attacks may truncate files there, as a full disk would. */
  dataDir: string;
  startAnother(): Promise<ServerProcess>;
  rateLimit: number;
  isShort: boolean;
  /** Time limit (ms, --p99) per request of a user who does not attack. An attack's own larger limit takes its place. */
  patience: number;
  tally: Tally;
}

/** An attack. Throws if the attack succeeds, for example if the server lets it exceed a limit. */
export interface Attack {
  name: string;
  /** Roles besides the API: `all` also makes pics, `with-services` uses external services. Default: none. */
  role?: 'all' | 'with-services';
  /** Maximum growth of the process's memory during the attack, in MB. */
  moreMemory?: number;
  /** True if --short skips the attack, because it takes a minute. */
  isLong?: boolean;
  /** Prepares the attack, yields once, then attacks. Only the time after the yield is measured. */
  run(aim: Aim): AsyncGenerator<void, void>;
}

/** Counts responses by HTTP status; requests without a response count as `none`. */
export class Tally {
  readonly counts = new Map<string, number>();

  /** Counts a response. Resolves with its status, or null if the request failed. */
  async add(request: Promise<{ status: number }>): Promise<number | null> {
    const status = await request.then(
      response => response.status,
      () => null,
    );
    const name = String(status ?? 'none');
    this.counts.set(name, this.of(name) + 1);
    return status;
  }

  read(request: Promise<Response>): Promise<number | null> {
    return this.add(
      request.then(async response => {
        await response.arrayBuffer();
        return response;
      }),
    );
  }

  /** Counts an upload. A refused upload rejects with an error that contains the status. */
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

  /** Number of server errors (5xx), except 503, which only asks the caller to retry later. */
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

/** Like `atOnce`, but runs at most `lanes` calls of `act` at the same time. */
export function inLanes<T>(lanes: number, count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const limit = pLimit(lanes);
  return atOnce(count, index => limit(act, index));
}

/** Throws if `number` is above `bound`. The message is the number followed by `what`. */
export function requireAtMost(bound: number, number: number, what: string): void {
  if (number > bound) throw new Error(`${number} ${what}, above ${bound}`);
}

/** Throws if `act` takes longer than `bound` milliseconds; `what` names it in the message. */
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
  // Sign in from another IP address, because an earlier attack may have used up the limit of ours.
  const transport = overHttp(origin, { 'x-forwarded-for': `192.0.2.${count % 250}` });
  const user = new ApiUser(transport, await tokenOf(transport, `Attacker ${count}`));
  await giveConsent(user);
  return user;
}

export const newUsers = (origin: string, count: number): Promise<ApiUser[]> =>
  atOnce(count, () => newUser(origin));

export async function richUser(origin: string): Promise<ApiUser> {
  const user = await newUser(origin);
  await buy(user, 4);
  return user;
}

/** Throws unless this call of a user who does not attack succeeds. The bystander checks the time. */
export async function requireServed(what: string, call: Promise<{ status: number }>): Promise<void> {
  const { status } = await call;
  if (status !== 200) throw new Error(`another user's ${what} got ${status}`);
}

/** Opens connections that do not read until they are resumed. The server may close them. */
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

/** The process's number of open handles, from its metrics; 0 if it does not respond. */
export async function openHandles(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    response => response.text(),
    () => '',
  );
  return Number(/^process_open_fds (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Runs `act`. Throws if the process has more than `bound` open handles at any time while it runs. */
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

/** The bystander's response times in milliseconds. */
interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  failures: number;
}

const script = fileURLToPath(new URL('./watch-as-bystander.mjs', import.meta.url));

/** Repeats a user's requests in another process: in this one, a busy attacker would distort the times. */
export async function measureBystander(
  { origin, token }: { origin: string; token: string },
  act: () => Promise<void>,
): Promise<Felt> {
  const bystander = fork(script, [origin, token], { execArgv: [], serialization: 'advanced' });
  await once(bystander, 'message');
  await act().finally(() => bystander.send('over'));
  const [{ file, call, failures }] = await once(bystander, 'message');
  return { file: percentiles(file), call: percentiles(call), failures };
}

export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
