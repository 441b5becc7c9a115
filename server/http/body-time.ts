import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that handles its body as it comes, however long that takes. */
    streamsBody?: boolean;
  }
}

/** Gives up with 408 a request whose body takes longer than `time` (milliseconds); one that only drips is never silent. */
export function limitBodyTime(app: FastifyInstance, time: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.streamsBody) return done(null, payload);

    const body = new PassThrough();
    const timer = setTimeout(() => {
      payload.unpipe(body);
      // What is still on its way is not read any more.
      reply.header('connection', 'close');
      body.destroy(Object.assign(new Error('the body did not come in time'), { statusCode: 408 }));
    }, time);
    // A refusal may come before anybody has read the body: the rest must not hold up the connection's next request.
    reply.raw.once('close', () => {
      clearTimeout(timer);
      payload.unpipe(body);
      body.destroy();
      payload.resume();
    });
    body.on('error', () => {});
    payload.once('error', error => body.destroy(error));
    done(null, payload.pipe(body));
  });
}
