import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../address-of.ts';
import { Busy } from '../api-error.ts';

/** Bytes of each body that are not counted. Nearly all bodies are smaller, so large ones never block them. */
const free = 16_384;

/** Bytes of bodies held concurrently: per address, and in total. */
const mostOfCaller = 8_000_000;

const mostInAll = 48_000_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself; no limits here apply. */
    streamsBody?: boolean;
  }
}

/** Seconds. */
const tryAgainIn = 2;

/**
 * Ends a request with 408 if its body takes longer than `time` (ms), since a slow body never looks idle, and with 503
 * if bodies take too much memory. If the response is sent before the whole body has arrived, the connection closes
 * after `time`.
 */
export function limitBodies(app: FastifyInstance, time: number): void {
  const room = new BodyRoom();
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody) return done(null, payload);

    const place = room.open(addressOf(request));
    const body = new Transform({
      transform(piece: Buffer, _encoding, next) {
        if (place.take(piece.length)) next(null, piece);
        else giveUp(new Busy('overloaded', 'error.overloaded', tryAgainIn));
      },
    });
    const giveUp = (error: Error) => {
      payload.unpipe(body);
      // Stop reading the rest of the body.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const late = Object.assign(new Error('the body did not come in time'), { statusCode: 408 });
    const timer = setTimeout(giveUp, time, late);
    // After an early refusal the unread rest of the body must not block the connection's next request.
    reply.raw.once('close', () => {
      clearTimeout(timer);
      place.close();
      payload.unpipe(body);
      body.destroy();
      payload.resume();
    });
    body.on('error', () => {});
    payload.once('error', error => body.destroy(error));
    done(null, payload.pipe(body));
  });

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // Undefined for requests without a connection, as in tests.
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.destroy(), time);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Counts the bytes of bodies whose requests are not finished. */
class BodyRoom {
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  /** Counts one body until `close`. */
  open(caller: string): { take(bytes: number): boolean; close(): void } {
    let size = 0;
    let counted = 0;
    const count = (bytes: number) => {
      counted += bytes;
      this.#all += bytes;
      const ofCaller = (this.#ofCallers.get(caller) ?? 0) + bytes;
      if (ofCaller > 0) this.#ofCallers.set(caller, ofCaller);
      else this.#ofCallers.delete(caller);
      return ofCaller <= mostOfCaller && this.#all <= mostInAll;
    };
    return {
      /** False if these bytes exceed a limit. */
      take(bytes) {
        size += bytes;
        return size <= free || count(size - free - counted);
      },
      close: () => {
        if (counted > 0) count(-counted);
      },
    };
  }
}
