import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../../server/app.ts';
import { openServices, type Services } from '../../../server/services.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { type QuickGenerator, quickGenerator } from './quick-generator.ts';
import { openTestDatabase } from './test-database.ts';

/** A backend in this process: its rows in memory, its objects in a temporary folder, a clock that tests can set. */
export interface TestBackend {
  app: FastifyInstance;
  services: Services;
  generator: QuickGenerator;
  clock: { ahead: number };
  close(): Promise<void>;
}

/** Opens one; `environment` adds to or replaces what tests usually set. */
export async function openTestBackend(environment: Record<string, string> = {}): Promise<TestBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tyy-test-'));
  const database = await openTestDatabase(dataDir);
  const generator = await quickGenerator();
  const clock = { ahead: 0 };
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    APP_DIR: join(dataDir, 'no-app'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '100000',
    ...environment,
  });
  const services = await openServices(config, { generator, clock: () => Date.now() + clock.ahead });
  const app = await buildApp(services);

  return {
    app,
    services,
    generator,
    clock,
    async close() {
      await app.close();
      await services.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An answer of the API: the HTTP status and the envelope. */
export interface Answer<Data> {
  status: number;
  code: number;
  message: string;
  data: Data;
}

/** A person who uses the API. */
export class Person {
  readonly backend: TestBackend;
  readonly token: string;
  readonly language: string;

  constructor(backend: TestBackend, token: string, language = 'en') {
    this.backend = backend;
    this.token = token;
    this.language = language;
  }

  /** Asks by GET; `query` becomes the query string. */
  get<Data>(call: string, query: Record<string, string | number> = {}): Promise<Answer<Data>> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return this.#send({ method: 'GET', url: `/v1/${call}?${text}` });
  }

  /** Asks by POST. */
  post<Data>(call: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer<Data>> {
    return this.#send({ method: 'POST', url: `/v1/${call}`, payload: body, headers });
  }

  async #send<Data>(options: InjectOptions): Promise<Answer<Data>> {
    const response = await this.backend.app.inject({
      ...options,
      headers: {
        authorization: `Bearer ${this.token}`,
        'user-language': this.language,
        ...options.headers,
      },
    });
    return { status: response.statusCode, ...response.json() };
  }
}

/** Signs somebody in; the same name is the same person. */
export async function signIn(backend: TestBackend, name: string, language = 'en'): Promise<Person> {
  const stranger = new Person(backend, 'none', language);
  const { data, message } = await stranger.post<{ token: string } | null>('login', {
    login_type: 'facebook',
    token: `sandbox:${name}`,
  });
  if (!data) throw new Error(`Could not sign in: ${message}`);
  return new Person(backend, data.token, language);
}
