import type { FastifyInstance } from 'fastify';

const lookEvery = 100;

/** Lets the process exit with its last response: clients would keep their connections open. */
export function closeConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const closing = setInterval(() => app.server.closeIdleConnections(), lookEvery);
    app.server.once('close', () => clearInterval(closing));
  });
}
