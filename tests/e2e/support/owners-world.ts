import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { openDatabase } from '../../../server/db/database.ts';
import { openEndpoints } from '../../../server/store/local-storage.ts';
import { ossEndpoint } from '../../../server/store/oss/oss-endpoint.ts';
import { openSpecApi, type SpecApi } from '../../support/network/spec-api.ts';

/** Port of the owner's API, which is built into the app. */
const apiPort = 8796;
/** Port of the pictures, the login dialog and the cashier. */
const picturesPort = 8795;
const folder = 'test-results/owners-app';

/** The app on a static host, the owner's API, pictures on a third origin without CORS, and an object store. */
export interface OwnersWorld {
  app: string;
  api: SpecApi;
  close(): Promise<void>;
}

/** Builds the app for the owner's API, with an entry in its list of apps, once for all stories. */
export async function buildOwnersApp(): Promise<void> {
  const settings = {
    VITE_API_BASE: `http://127.0.0.1:${apiPort}`,
    NODE_ENV: 'production',
    VITE_LOGIN_DIALOG_URL: `http://127.0.0.1:${picturesPort}/login`,
  };
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', `${folder}/tyy`, '--emptyOutDir'];
  execFileSync(process.execPath, build, { env: { ...process.env, ...settings }, stdio: 'pipe' });
  const words = { en: 'Another app', zh: 'Another app' };
  const icon = `http://127.0.0.1:${picturesPort}/app.png`;
  const app = {
    id: 'other',
    name: words,
    description: words,
    icon,
    url: 'https://example.com/',
    platform: 'webapp',
  };
  await writeFile(`${folder}/tyy/apps.json`, JSON.stringify([app]));
}

export async function openOwnersWorld(): Promise<OwnersWorld> {
  const host = await openHost();
  const app = host.origin;
  const pictures = await openPictures();
  const uploads = await openStore();
  const api = await openSpecApi({
    port: apiPort,
    app,
    pictures: pictures.origin,
    uploads: uploads.credentialsFor,
  });
  return {
    app,
    api,
    async close() {
      await api.close();
      await uploads.close();
      pictures.close();
      host.close();
    },
  };
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A static host of the app; an address without a file gets index.html. */
async function openHost() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = path.extname(pathname) ? pathname : '/tyy/index.html';
    const body = await readFile(path.join(folder, name)).catch(() => null);
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    response.writeHead(body ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(body ?? '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return listening(server);
}

function listening(server: Server) {
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves one picture for all addresses, without CORS; and the login dialog and cashier of the owner's provider. */
async function openPictures() {
  const colours = { r: 200, g: 90, b: 60 };
  const body = await sharp({ create: { width: 60, height: 80, channels: 3, background: colours } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.endsWith('.png')) {
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=60' }).end(body);
      return;
    }
    const back = url.pathname === '/cashier' ? url.searchParams.get('back') : signedIn(url.searchParams);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<a href="${back?.replaceAll('&', '&amp;')}">Go on</a>`);
  });
  await new Promise<void>(resolve => server.listen(picturesPort, '127.0.0.1', resolve));
  return listening(server);
}

function signedIn(query: URLSearchParams): string {
  const token = encodeURIComponent(`sandbox:${Date.now()}`);
  return `${query.get('redirect_uri')}#access_token=${token}&state=${query.get('state')}`;
}

/** An OSS-compatible store that any origin with credentials may write to. */
async function openStore() {
  const data = await mkdtemp(path.join(tmpdir(), 'tyy-owner-'));
  const db = await openDatabase({ dataDir: data, databaseUrl: 'memory://' });
  const secret = new TextEncoder().encode('a secret of the story');
  const endpoints = await openEndpoints({ dataDir: data, secret, db, clock: Date.now, onProblem: () => {} });
  const { credentials } = endpoints;
  const server = Fastify();
  const bucket = 'owners-photos';
  await server.register(ossEndpoint, { ...endpoints, db, bucket, isActive: async () => true });
  const endpoint = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    credentialsFor(user: string) {
      const prefix = `photos/${Buffer.from(user).toString('hex')}/`;
      return { ...credentials.issue(prefix, user), region: 'oss-cn-hangzhou', bucket, endpoint, prefix };
    },
    async close() {
      await server.close();
      await db.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
