import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { serveDesk } from '../desk/desk-socket.ts';
import { appPath } from '../http/files/app-files.ts';
import { openServices, type ServiceParts } from '../services/services.ts';
import { readConfig } from '../settings/config.ts';
import { warmPreviews } from '../templates/preview-cache.ts';
import { buildApp } from './build-app.ts';

// Turn off sharp's cache in all threads. It would keep 50 MB of pictures, but we rarely draw a picture twice.
sharp.cache(false);

type Environment = Record<string, string | undefined>;

export interface Backend {
  app: FastifyInstance;
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the services that the environment configures. Tests replace external services with `parts`. */
export async function openBackend(environment: Environment, parts: ServiceParts = {}): Promise<Backend> {
  const config = readConfig(environment);
  const services = await openServices(config, parts);
  const app = await buildApp(services);
  await app.ready();
  const closing = new AbortController();
  // Only for the embedded database: to a database server, the desk command connects by itself.
  const stopDesk =
    config.databaseUrl === null &&
    (await serveDesk(config.dataDir, services, problem => services.log.warn(problem)));

  return {
    app,
    async warmUp() {
      // Draw previews in advance only if this is the only machine. With an external store there may be many, and they
      // draw on request.
      if (services.endpoints && config.role !== 'worker') {
        const templates = await services.templates.list();
        await warmPreviews({ templates, previews: services.previews }, closing.signal);
      }
    },
    async close() {
      closing.abort();
      if (stopDesk) await stopDesk();
      await app.close();
      await services.close();
    },
  };
}

/** Opens the backend and listens for requests. Returns the app's address on this machine. */
export async function startBackend(
  environment: Environment,
  parts: ServiceParts = {},
): Promise<Backend & { address: string }> {
  const { port: wanted, host } = readConfig(environment);
  const backend = await openBackend(environment, parts);

  try {
    await backend.app.listen({ port: wanted, host });
  } catch (error) {
    await backend.close();
    throw new Error(whyNotListening(error as NodeJS.ErrnoException, host, wanted), { cause: error });
  }
  const { port } = backend.app.server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.replace(/.*:.*/, '[$&]');
  return { ...backend, address: `http://${name}:${port}${appPath}` };
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is in use: end the other process, or choose another PORT.`;
  if (code === 'EACCES') return `PORT ${port} is not allowed for this user: choose one from 1024 on.`;
  return `HOST must be an address of this machine, not "${host}" (${message}); 0.0.0.0 stands for all.`;
}
