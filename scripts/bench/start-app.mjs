import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const launch = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Opens a page as a signed-in user, without service workers. `more` are options of its browser context. */
export async function openPhone(browser, origin, more = {}) {
  const token = await signIn(origin);
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', ...more });
  await context.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
  const page = await context.newPage();
  return { page, client: await context.newCDPSession(page) };
}

export function printMeasured(measured, limits) {
  for (const [name, value] of Object.entries(measured)) {
    const verdict = value <= limits[name] ? 'ok' : 'TOO MUCH';
    process.stdout.write(`${name.padEnd(28)} ${String(value).padStart(6)} of ${limits[name]}  ${verdict}\n`);
  }
}

/**
 * Starts the built product with a new data folder and these settings. If BENCH_ADDRESS is set, uses the product there.
 *
 * @param {Record<string, string>} settings
 */
export async function startApp(settings = {}) {
  if (process.env.BENCH_ADDRESS) return { origin: process.env.BENCH_ADDRESS, data: '', close() {} };
  const data = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const port = await freePort();
  const own = { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', RATE_LIMIT: '100000' };
  const env = { ...process.env, ...own, ...settings };
  const server = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error(`The product ended with ${server.exitCode}.`);
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.ok) break;
    await pause(200);
  }
  const close = () => {
    server.once('exit', () => rmSync(data, { recursive: true, force: true }));
    server.kill('SIGTERM');
  };
  return { origin, data, close };
}

/**
 * Returns an unused port, so that no other server is measured or tested by mistake.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await once(server.close(), 'close');
  return port;
}

/** Makes a call; a GET without `body`. Returns its data; throws if it is refused. */
export async function callApi(origin, name, body, token) {
  const response = await fetch(`${origin}/v1/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  const { code, data, message } = await response.json();
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

/** Signs in a sandbox user and gives consent. Returns the token. */
export async function signIn(origin) {
  const { token } = await callApi(origin, 'login', { login_type: 'facebook', token: 'sandbox:bench' });
  const { consent_version: version } = await callApi(origin, 'getOperator');
  await callApi(origin, 'giveConsent', { version }, token);
  return token;
}
