import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Browser launch options for measurements and browser tests. */
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
    const isUp = await fetch(`${origin}/healthz`).then(
      response => response.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise(resolve => setTimeout(resolve, 200));
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
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Signs in a sandbox user and gives consent. Returns the token. */
export async function signIn(origin) {
  const call = async (name, body, token) => {
    const response = await fetch(`${origin}/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    return (await response.json()).data;
  };
  const { token } = await call('login', { login_type: 'facebook', token: 'sandbox:bench' });
  const { consent_version: version } = await call('getOperator');
  await call('giveConsent', { version }, token);
  return token;
}
