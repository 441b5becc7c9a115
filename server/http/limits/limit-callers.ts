import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../address-of.ts';
import { ApiError, Busy } from '../api-error.ts';
import { callerGone } from '../caller-gone.ts';

/** Concurrent calls per caller: fewer than the database has connections. */
const mostRunning = 6;

/** Queued calls per caller and in total, and the longest wait (milliseconds). */
const mostWaiting = { ofOne: 200, inAll: 2_000 };

const patience = 5_000;

interface Queue {
  running: number;
  waiting: Set<() => void>;
}

const minute = 60_000;

/** Callers counted at once; above this, all counts restart. */
const mostCallers = 200_000;

/** Seconds in which a full queue has mostly been processed. */
const tryAgainIn = 3;

/** The user, or the address of a guest. */
const callerOf = (request: FastifyRequest) => request.userId ?? addressOf(request);

/**
 * Limits the calls of one caller to this process, per minute and concurrently; refuses with 1005. Returns a function
 * that applies the limits to a scope; all scopes share the counts.
 */
export function limitCallers(perMinute: number): (scope: FastifyInstance) => void {
  let counts = new Map<string, number>();
  let began = performance.now();
  const queues = new CallerQueues();

  /** 0 if the caller may call now. */
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
    // An onRequest hook of the scope runs before those of its routes, which refuse callers without a token.
    scope.addHook('onRequest', (request, reply, done) => {
      const seconds = secondsUntilNext(callerOf(request));
      if (seconds === 0) return done();
      reply.header('retry-after', String(seconds));
      done(new ApiError('tooManyRequests', 'error.too-many-requests'));
    });

    // Wraps the handlers: a call whose caller disconnects keeps running, and counts until it ends.
    scope.addHook('onRoute', route => {
      const { handler } = route;
      route.handler = async function handleInTurn(request, reply) {
        const place = await queues.enter(callerOf(request), () => callerGone(reply));
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

    // Releases the place before sending: a slow reader must not block others at the same address.
    scope.addHook('onSend', (request, _reply, payload, done) => {
      leave(request);
      done(null, payload);
    });
  };
}

/** Runs a few calls per caller at a time; queues the others in order. */
class CallerQueues {
  readonly #queues = new Map<string, Queue>();
  #waiting = 0;

  /** Resolves with a function that ends the call; null if the queue is too long or slow, or the caller is `gone`. */
  async enter(caller: string, gone: () => AbortSignal): Promise<(() => void) | null> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: new Set() };
    this.#queues.set(caller, queue);
    if (queue.running < mostRunning) queue.running += 1;
    else if (!(await this.#wait(queue, gone))) return null;
    return () => this.#leave(caller, queue);
  }

  async #wait(queue: Queue, gone: () => AbortSignal): Promise<boolean> {
    if (queue.waiting.size >= mostWaiting.ofOne || this.#waiting >= mostWaiting.inAll) return false;
    this.#waiting += 1;
    const isTurn = await new Promise<boolean>(resolve => {
      const timer = setTimeout(end, patience, false);
      const signal = gone();
      const letIn = () => end(true);
      const giveUp = () => end(false);
      function end(result: boolean): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        queue.waiting.delete(letIn);
        resolve(result);
      }
      queue.waiting.add(letIn);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
    this.#waiting -= 1;
    return isTurn;
  }

  #leave(caller: string, queue: Queue): void {
    const [next] = queue.waiting;
    // The next call takes over the place.
    if (next) next();
    else queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(caller);
  }
}
