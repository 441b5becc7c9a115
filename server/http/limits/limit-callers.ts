import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, Busy, type ParameterProblem, wrongParameter } from '../api-error.ts';
import { addressOf, callerGone } from '../caller.ts';
import { bounds, Rate, Sums } from './limiters.ts';

/** Maximum time that a call waits in the queue (ms). */
const patience = 5_000;

const minute = 60_000;

interface Queue {
  running: number;
  waiting: Set<() => void>;
}

const callerOf = (request: FastifyRequest) => request.userId ?? addressOf(request);

/** Limits each caller's calls, per minute and at once; refuses with 1005. The result applies the limits to a scope. */
export function limitCallers(perMinute: number): (scope: FastifyInstance) => void {
  const calls = new Rate({ ofOne: perMinute }, minute);
  const queues = new CallerQueues();
  const leaves = new WeakMap<FastifyRequest, () => void>();
  function leave(request: FastifyRequest): void {
    leaves.get(request)?.();
    leaves.delete(request);
  }

  return scope => {
    // Scope hooks run before route hooks, so calls without a token are counted before they are refused.
    scope.addHook('onRequest', (request, reply, done) => {
      if (calls.take(callerOf(request))) return done();
      reply.header('retry-after', String(calls.secondsUntilNext));
      done(new ApiError('tooManyRequests', 'error.too-many-requests'));
    });

    // Wrap the handlers: when a caller disconnects, the handler keeps running and must count until it ends.
    scope.addHook('onRoute', route => {
      const { handler } = route;
      route.handler = async function handleInTurn(request, reply) {
        const place = await queues.enter(callerOf(request), () => callerGone(reply));
        if (!place)
          throw new Busy('tooManyRequests', 'error.too-many-requests', bounds.waitingCalls.tryAgainIn);
        leaves.set(request, place);
        try {
          // Some handlers return nothing and send the response later.
          return (await handler.call(this, request, reply)) ?? (await reply);
        } finally {
          leave(request);
        }
      };
    });

    // Count the call as ended before its response is sent, so that a slow reader does not block others at its address.
    scope.addHook('onSend', (request, _reply, payload, done) => {
      leave(request);
      done(null, payload);
    });
  };
}

/** Runs a limited number of each caller's calls concurrently; further calls wait in order. */
class CallerQueues {
  readonly #queues = new Map<string, Queue>();
  #waiting = 0;

  /** Resolves with a function that ends the call. Null if the queue is full, the wait too long or the caller gone. */
  async enter(caller: string, gone: () => AbortSignal): Promise<(() => void) | null> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: new Set() };
    this.#queues.set(caller, queue);
    if (queue.running < bounds.runningCalls.ofOne) queue.running += 1;
    else if (!(await this.#wait(queue, gone))) return null;
    return () => this.#leave(caller, queue);
  }

  async #wait(queue: Queue, gone: () => AbortSignal): Promise<boolean> {
    const { ofOne, inAll } = bounds.waitingCalls;
    if (queue.waiting.size >= ofOne || this.#waiting >= inAll) return false;
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
    // The next call takes the free slot, so the number of running calls stays the same.
    if (next) next();
    else queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(caller);
  }
}

/** The memory limits ignore the first bytes of each body, up to this many. So large bodies do not block small ones. */
const free = 16_384;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route reads its body itself; the body limits of this file then do not apply. */
    streamsBody?: boolean;
  }
}

/**
 * Ends a request with 408 if its body takes longer than `time` (ms): a slow body would never trigger an idle timeout.
 * Ends it with 503 if the bodies of its address, or of all, take too much memory. If the body is still incomplete
 * `time` after the response, closes the connection.
 */
export function limitBodies(app: FastifyInstance, time: number): void {
  const held = new Sums();
  const fits = (caller: string) =>
    held.of(caller) <= bounds.bodyBytes.ofOne && held.all <= bounds.bodyBytes.inAll;
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody) return done(null, payload);

    const caller = addressOf(request);
    let size = 0;
    let counted = 0;
    const body = new Transform({
      transform(piece: Buffer, _encoding, next) {
        size += piece.length;
        const more = Math.max(0, size - free) - counted;
        counted += more;
        held.add(caller, more);
        if (more === 0 || fits(caller)) next(null, piece);
        else giveUp(new Busy('overloaded', 'error.overloaded', bounds.bodyBytes.tryAgainIn));
      },
    });
    const giveUp = (error: Error) => {
      payload.unpipe(body);
      // Do not read the rest of the body.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const late = Object.assign(new Error('the body did not come in time'), { statusCode: 408 });
    const timer = setTimeout(giveUp, time, late);
    // After an early refusal, discard the unread rest of the body, which would block the connection's next request.
    reply.raw.once('close', () => {
      clearTimeout(timer);
      held.add(caller, -counted);
      counted = 0;
      payload.unpipe(body);
      body.destroy();
      payload.resume();
    });
    body.on('error', () => {});
    payload.once('error', error => body.destroy(error));
    done(null, payload.pipe(body));
  });

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // `complete` is undefined for injected requests in tests, which have no connection.
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.destroy(), time);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Milliseconds between two measurements. */
const measureEvery = 500;

/** The process is busy if the average event loop delay exceeds this (ms). */
const longestWait = 1_000;

/** The process is overloaded after this many busy measurements in a row; one long pause is not enough. */
const busyMeasures = 4;

/** Refuses requests with 1005 and HTTP status 503 while this process is overloaded. */
export function refuseWhenBusy(app: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  let busyInSuccession = 0;

  delay.enable();
  const measuring = setInterval(() => {
    busyInSuccession = delay.mean / 1e6 > longestWait ? busyInSuccession + 1 : 0;
    delay.reset();
  }, measureEvery);
  measuring.unref();

  app.addHook('onClose', async () => {
    clearInterval(measuring);
    delay.disable();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (busyInSuccession < busyMeasures) return done();
    reply.header('retry-after', '2');
    done(new ApiError('overloaded', 'error.overloaded'));
  });
}

/** Maximum nesting of a body. The app's requests have at most five levels. */
const deepest = 16;
/** Maximum lists, or objects, in a body. Our calls need at most thirty; parsing a million blocks a core for 100 ms. */
const mostNested = 5_000;

/** Refuses JSON bodies with too many lists or objects before parsing them. */
export function refuseCrowdedBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCrowded(String(body))) return done(wrongParameter('body', 'parameter.too-deep'));
    return parse(request, String(body), done);
  });
}

/** Refuses texts that the database cannot store (with NUL or a lone surrogate), and bodies with too many levels. */
export function refuseOddValues(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { params, query, body } = request;
    for (const [name, value] of Object.entries({ params, querystring: query, body })) {
      const problem = problemOf(value);
      if (problem) return done(wrongParameter(name, problem));
    }
    done();
  });
}

/** Null if the value is valid. Skips bytes and streams. */
export function problemOf(value: unknown, depth = 0): ParameterProblem | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'parameter.nul';
    return /\p{Cs}/u.test(value) ? 'parameter.half-letter' : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (ArrayBuffer.isView(value) || value instanceof Readable) return null;
  if (depth === deepest) return 'parameter.too-deep';
  for (const [key, inner] of Object.entries(value)) {
    const problem = problemOf(key) ?? problemOf(inner, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function isCrowded(json: string): boolean {
  for (const bracket of ['[', '{']) {
    let count = 0;
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      if (++count > mostNested) return true;
    }
  }
  return false;
}
