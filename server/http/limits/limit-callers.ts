import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../address-of.ts';
import { ApiError, Busy } from '../api-error.ts';
import { callerGone } from '../caller-gone.ts';

/** How many of one caller's calls run at the same time: fewer than the database has connections. */
const mostRunning = 6;

/** Calls that wait for those: of one caller and of all, and for how long at most (milliseconds). */
const mostWaiting = { ofOne: 200, inAll: 2_000 };

const patience = 5_000;

/** The calls of one caller: how many run, and how the next is let in. */
interface Line {
  running: number;
  waiting: Set<() => void>;
}

const minute = 60_000;

/** How many users and addresses are counted at once; beyond that all are counted anew. */
const mostCallers = 200_000;

/** Seconds after which a line that was too long has mostly been through. */
const tryAgainIn = 3;

/** One user, or one address without a valid token. */
const callerOf = (request: FastifyRequest) => request.userId ?? addressOf(request);

/**
 * Limits how often one caller may call this process a minute, and how many of their calls run at the same time; refuses with
 * 1005. Returns what puts it on the routes of a scope: all scopes count together.
 */
export function limitCallers(perMinute: number): (scope: FastifyInstance) => void {
  let counts = new Map<string, number>();
  let began = performance.now();
  const lines = new CallerLines();

  /** Seconds after which the caller may call again; 0 for at once. */
  function secondsUntilNext(caller: string): number {
    const now = performance.now();
    if (now - began >= minute || counts.size >= mostCallers) {
      counts = new Map();
      began = now;
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count <= perMinute ? 0 : Math.ceil((began + minute - now) / 1000);
  }

  const leaves = new WeakMap<FastifyRequest, () => void>();
  function leave(request: FastifyRequest): void {
    leaves.get(request)?.();
    leaves.delete(request);
  }

  return scope => {
    // A hook of all routes, before any of them refuses a caller without a token.
    scope.addHook('onRequest', (request, reply, done) => {
      const seconds = secondsUntilNext(callerOf(request));
      if (seconds === 0) return done();
      reply.header('retry-after', String(seconds));
      done(new ApiError('tooManyRequests', 'error.too-many-requests'));
    });

    // Around the handlers: what a caller who hangs up has begun still runs, and counts.
    scope.addHook('onRoute', route => {
      const { handler } = route;
      route.handler = async function handleInTurn(request, reply) {
        const place = await lines.enter(callerOf(request), () => callerGone(reply));
        if (!place) throw new Busy('tooManyRequests', 'error.too-many-requests', tryAgainIn);
        leaves.set(request, place);
        try {
          // Some handlers return nothing and send later.
          return (await handler.call(this, request, reply)) ?? (await reply);
        } finally {
          leave(request);
        }
      };
    });

    // What is ready may be read as slowly as the reader likes: it keeps nobody else at the same address waiting.
    scope.addHook('onSend', (request, _reply, payload, done) => {
      leave(request);
      done(null, payload);
    });
  };
}

/** Lets a few calls of one caller run at a time, the others in the order in which they came. */
class CallerLines {
  readonly #lines = new Map<string, Line>();
  #waiting = 0;

  /** Resolves when it is the call's turn, with what ends it; with null where the line is too long or too slow, or the caller is `gone`. */
  async enter(caller: string, gone: () => AbortSignal): Promise<(() => void) | null> {
    const line = this.#lines.get(caller) ?? { running: 0, waiting: new Set() };
    this.#lines.set(caller, line);
    if (line.running < mostRunning) line.running += 1;
    else if (!(await this.#wait(line, gone))) return null;
    return () => this.#leave(caller, line);
  }

  async #wait(line: Line, gone: () => AbortSignal): Promise<boolean> {
    if (line.waiting.size >= mostWaiting.ofOne || this.#waiting >= mostWaiting.inAll) return false;
    this.#waiting += 1;
    const isTurn = await new Promise<boolean>(resolve => {
      const timer = setTimeout(end, patience, false);
      const signal = gone();
      const letIn = () => end(true);
      const giveUp = () => end(false);
      function end(result: boolean): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        line.waiting.delete(letIn);
        resolve(result);
      }
      line.waiting.add(letIn);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
    this.#waiting -= 1;
    return isTurn;
  }

  #leave(caller: string, line: Line): void {
    const [next] = line.waiting;
    // The next one takes the place over.
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) this.#lines.delete(caller);
  }
}
