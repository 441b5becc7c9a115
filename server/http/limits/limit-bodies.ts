import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../address-of.ts';
import { Busy } from '../api-error.ts';

/** Bytes of each body that are not counted: what nearly all bodies have, so that no large one keeps them out. */
const free = 16_384;

/** Bytes of bodies that are kept at the same time: of one address, and in all. */
const mostOfCaller = 8_000_000;

const mostInAll = 48_000_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that handles its body as it comes, however long that takes. */
    streamsBody?: boolean;
  }
}

/** Seconds after which there may be room for a body. */
const tryAgainIn = 2;

/**
 * Ends a request with 408 when its body takes longer than `time` (ms), since a dripping body never looks idle, and with
 * 503 when there is no room for its body. A connection whose response was sent before the body was there ends after the
 * same time: nobody reads what still comes.
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
    // A refusal may come before anybody has read the body: the rest must not hold up the connection's next request.
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
    // A request that came by no connection, as in tests, says nothing of it.
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.destroy(), time);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Counts the bytes of all bodies that requests have brought and are not done with. */
class BodyRoom {
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  /** Room for one body, from its first byte to the end of its request. */
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
      /** False where there is no room for so many bytes more. */
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
