import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address-of.ts';
import { Busy } from './api-error.ts';
import { BodyRoom } from './body-room.ts';

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
