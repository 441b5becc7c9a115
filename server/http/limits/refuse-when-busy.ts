import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';

const measureEvery = 500;

/** Average wait (ms) in the event loop above which the process counts as busy. */
const longestWait = 1_000;

/** One long pause is not overload; this many in a row are. */
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
