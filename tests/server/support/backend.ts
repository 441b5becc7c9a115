import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PhotoDecoder } from '../../../server/jobs/photo-checks/photo-checks.ts';
import { openLog } from '../../../server/log.ts';
import { openServices, type ServiceParts, type Services } from '../../../server/services/services.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { buildApp } from '../../../server/start/build-app.ts';
import { ApiUser, type Transport, tokenOf } from '../../support/api/api.ts';
import { type QuickDrawer, quickDrawer } from './quick-drawer.ts';
import { type QuickGenerator, quickGenerator } from './quick-generator.ts';
import { openTestDatabase } from './test-database.ts';

/** A backend in this process, with a clock that tests can set, and objects in a temporary folder. */
export interface TestBackend {
  app: FastifyInstance;
  services: Services;
  generator: QuickGenerator;
  tryOnDrawer: QuickDrawer;
  clock: { ahead: number };
  /** Log lines of LOG_LEVEL or higher; empty unless a test sets LOG_LEVEL. */
  logged: string[];
  close(): Promise<void>;
}

/**
 * Decodes photos for all backends of this process, because starting a decoder takes 0.3 s. It ends with the process.
 */
class CommonDecoder extends PhotoDecoder {
  override async close(): Promise<void> {}
}

const photoDecoder = new CommonDecoder();

/** Services that tests can replace. */
type TestParts = Pick<ServiceParts, 'payments' | 'housekeepingPause' | 'pushNetwork'>;

/**
 * Opens a backend; `environment` extends the usual settings of tests. All backends share the template pictures in the
 * folder `previews`, because drawing them again would delay their calls.
 */
export async function openTestBackend(
  environment: Record<string, string> = {},
  { previews, ...added }: TestParts & { previews?: string } = {},
): Promise<TestBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tyy-test-'));
  if (previews !== undefined) {
    await mkdir(previews, { recursive: true });
    await symlink(resolve(previews), join(dataDir, 'previews'));
  }
  const database = environment.DATABASE_URL ? null : await openTestDatabase(dataDir);
  const generator = await quickGenerator();
  const clock = { ahead: 0 };
  const logged: string[] = [];
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url,
    APP_DIR: join(dataDir, 'no-app'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '100000',
    REQUIRE_CONSENT: '0',
    ...environment,
  });
  const tryOnDrawer = await quickDrawer();
  const services = await openServices(config, {
    generator,
    tryOnDrawer,
    photoDecoder,
    ...added,
    log: openLog(config.logLevel, { write: line => void logged.push(line) }),
    clock: () => Date.now() + clock.ahead,
  });
  const app = await buildApp(services);

  return {
    app,
    services,
    generator,
    tryOnDrawer,
    clock,
    logged,
    async close() {
      await app.close();
      await services.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes the backend listen on this port or a free port; returns its origin. */
export async function listen({ app }: Pick<TestBackend, 'app'>, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Sends requests to the backend inside this process. */
function into({ app }: Pick<TestBackend, 'app'>): Transport {
  return async ({ method, path, headers, body }) => {
    const response = await app.inject({ method, url: path, headers, ...(body && { payload: body }) });
    return { status: response.statusCode, json: response.json() };
  };
}

export class TestUser extends ApiUser {
  readonly backend: TestBackend;

  constructor(backend: TestBackend, token: string, language = 'en') {
    super(into(backend), token, language);
    this.backend = backend;
  }
}

/** Signs in a user by name; signing in again with the same name gives the same user. */
export async function signIn(backend: TestBackend, name: string, language = 'en'): Promise<TestUser> {
  return new TestUser(backend, await tokenOf(into(backend), name), language);
}
