import type { FastifyInstance } from 'fastify';

const lookEvery = 100;

/**
 * Lets the process end as soon as its last response is sent: connections that were busy when it began to close would
 * be kept for the next request by the other side.
 */
export function closeConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const closing = setInterval(() => app.server.closeIdleConnections(), lookEvery);
    app.server.once('close', () => clearInterval(closing));
  });
}
