import type { FastifyInstance } from 'fastify';
import { tokenOf } from '../http/caller.ts';
import type { Sessions } from './sessions.ts';

/** Sets `request.userId` before any other hook. */
export function identifyCallers(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = tokenOf(request);
    const found = token ? sessions.findUser(token) : null;
    if (!(found instanceof Promise)) {
      request.userId = found;
      return done();
    }
    found.then(userId => {
      request.userId = userId;
      done();
    }, done);
  });
}
