import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { appPath } from './http/app-files.ts';
import { openServices } from './services.ts';

/** A backend that listens. */
export interface Backend {
  /** Where the app can be opened on this machine. */
  address: string;
  close(): Promise<void>;
}

/** Opens everything and listens, as the environment says. */
export async function startBackend(environment: Record<string, string | undefined>): Promise<Backend> {
  const config = readConfig(environment);
  const services = await openServices(config);
  const app = await buildApp(services);

  async function close(): Promise<void> {
    await app.close();
    await services.close();
  }

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  const port = (app.server.address() as AddressInfo).port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return { address: `http://${host}:${port}${appPath}`, close };
}
