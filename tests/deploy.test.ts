import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { nodeOptions, startScript } from '../scripts/process-settings.mjs';
import serverBuild from '../vite.server.config.ts';
import { openTestBackend } from './server/support/backend.ts';
import { waitFor } from './server/support/wait-for.ts';
import { freePort } from './support/api/postgres.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

/** The services in compose.yaml by name, each with its YAML text. */
const services = new Map(
  compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'))
    .split(/\n {2}(?=\w)/)
    .slice(1)
    .map(text => [text.slice(0, text.indexOf(':')), text]),
);
const backend = compose.slice(compose.indexOf('x-backend:'), compose.indexOf('\nservices:'));

test('the Dockerfile copies only files that exist here or in an earlier stage', () => {
  const copies = [...dockerfile.matchAll(/^COPY (?:--from=(\w+) )?(?:--chown=\S+ )?(.+)$/gm)];
  expect(copies.length).toBeGreaterThan(5);
  for (const [, from, paths = ''] of copies) {
    const sources = paths.split(' ').slice(0, -1);
    if (!from) for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
    else expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${from}$`, 'm'));
    if (from)
      for (const source of sources) expect(source).toMatch(/^\/app\/(package\.json|node_modules|dist)/);
  }
});

test('the server build makes each program that the Docker images run', () => {
  const { input } = serverBuild.build!.rolldownOptions as { input: Record<string, string> };
  const programs = [...`${dockerfile}${compose}`.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(
    ([, name]) => name!,
  );
  expect(new Set(programs)).toEqual(new Set(['health-check']));
  expect(dockerfile).toContain('ENTRYPOINT ["sh", "dist/server/start.sh"]');
  for (const name of programs) expect(existsSync(join(root, input[name]!))).toBe(true);
  for (const [, script] of dockerfile.matchAll(/npm run (\S+)/g))
    expect(packageJson.scripts).toHaveProperty(script!);
});

/** The packages that `npm prune --omit=dev` leaves directly in node_modules. */
const production = Object.entries<{ dev?: boolean }>(JSON.parse(read('package-lock.json')).packages)
  .filter(([path, { dev }]) => !dev && existsSync(join(root, path)))
  .flatMap(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []);

test('each program of the image finds its packages in a tree that is made as the Dockerfile makes it', () => {
  const tree = mkdtempSync(join(tmpdir(), 'tyy-image-'));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  mkdirSync(join(tree, 'dist'));
  copyFileSync(join(root, 'package.json'), join(tree, 'package.json'));
  symlinkSync(dirname(inject('scripts').main), join(tree, 'dist/server'));
  for (const name of production) {
    mkdirSync(dirname(join(tree, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  }
  const run = (name: string, args: string[] = [], settings: Record<string, string> = {}) => {
    // Without these options, node would look for packages beside the files that the links name.
    const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...links, join(tree, `dist/server/${name}.js`), ...args],
      { cwd: tree, encoding: 'utf8', env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings } },
    );
    return { status, text: stdout + stderr };
  };
  expect(run('doctor', [], { AI_LABEL: '0' }).text).toMatch(/App Store: API +not configured/);
  expect(run('desk', ['--help'])).toMatchObject({ status: 0, text: expect.stringContaining('parked') });
  expect(run('main', [], { PORT: 'x' }).text).toContain('PORT must be');
  expect(run('health-check', ['http://127.0.0.1:1/'])).toEqual({ status: 1, text: '' });
});

test('the bundle contains only packages that have no dependencies, which it would look for at the wrong place', () => {
  const { noExternal } = serverBuild.ssr as { noExternal: string[] };
  for (const name of noExternal)
    expect(JSON.parse(read(`node_modules/${name}/package.json`)).dependencies ?? {}, name).toEqual({});
});

test('every service in compose.yaml restarts after a crash, and all but nginx have a health check', () => {
  expect([...services.keys()]).toEqual(['api', 'worker', 'postgres', 'web']);
  for (const [name, text] of services) {
    const whole = text.includes('<<: *backend') ? backend + text : text;
    expect(whole, name).toMatch(/restart: unless-stopped/);
    if (name !== 'web') expect(whole, name).toMatch(/healthcheck:/);
  }
  for (const name of ['api', 'worker'])
    expect(services.get(name)).toMatch(/health-check\.js, http:\S+\/healthz\]/);
});

test('compose.yaml refers only to existing files, in the short syntax that podman-compose 1.0.3 supports', () => {
  const [, file = ''] = compose.match(/env_file: \['\$\{BACKEND_ENV:-(.+)\}'\]/) ?? [];
  expect(existsSync(join(root, file))).toBe(true);
  expect(compose).not.toMatch(/required:|path:/);
  for (const target of compose.matchAll(/target: (\w+)/g))
    expect(dockerfile).toMatch(new RegExp(`AS ${target[1]}$`, 'm'));
});

test('the image starts the backend with the options of `npm start`, and keeps settings from the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tyy-start-'));
  writeFileSync(join(folder, 'start.sh'), startScript);
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "$@" $MALLOC_ARENA_MAX $UV_THREADPOOL_SIZE\n', {
    mode: 0o755,
  });
  const start = (environment: Record<string, string>) =>
    spawnSync('sh', [join(folder, 'start.sh'), 'worker'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}`, ...environment },
    }).stdout.trim();
  const command = `${nodeOptions.join(' ')} ${folder}/main.js worker`;
  expect(start({})).toBe(`${command} 2 8`);
  expect(start({ UV_THREADPOOL_SIZE: '16' })).toBe(`${command} 2 16`);
  rmSync(folder, { recursive: true });
});

test('compose.yaml passes the database password in PGPASSWORD, not in DATABASE_URL', () => {
  expect(compose).toMatch(/DATABASE_URL: postgres:\/\/tyy@postgres:5432\/tyy\n/);
  expect(compose).toMatch(/PGPASSWORD: '\$\{POSTGRES_PASSWORD:\?/);
});

test('nginx finds the API again after its IP address changes, and forwards paths unchanged', async () => {
  let address = '127.0.0.1';
  const names = createSocket('udp4', (query, from) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isA = question.readUInt16BE(question.length - 4) === 1;
    const head = Buffer.concat([
      query.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]),
    ]);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 2, 0x58, 0, 4, ...address.split('.').map(Number)];
    names.send(Buffer.concat([head, question, Buffer.from(isA ? record : [])]), from.port, from.address);
  }).bind(0, '127.0.0.1');
  await once(names, 'listening');
  const [port, apiPort] = [await freePort(), await freePort()];
  const nodeAt = async (host: string) => {
    const node = createServer(({ url }, response) => response.end(`${host} ${url}`)).listen(apiPort, host);
    await once(node, 'listening');
    return node;
  };
  const first = await nodeAt('127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'tyy-nginx-'));
  const text = read('deploy/nginx.conf')
    .replace(/^.*brotli.*$/gm, '')
    .replace('resolver 127.0.0.11', `resolver 127.0.0.1:${(names.address() as AddressInfo).port}`)
    .replace('api:8787', `api:${apiPort}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    .replace(/\/dev\/std(out|err)/g, join(folder, 'log'));
  writeFileSync(join(folder, 'nginx.conf'), text);
  // Needs Debian's package `nginx-light`.
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async response => `${response.status} ${await response.text()}`,
      () => '',
    );
  await waitFor('nginx', async () => (await get('/healthz')).startsWith('200 127.0.0.1'));
  for (const path of [
    '/v1/a%2Fb%20c?x=%2F&y=1',
    '/tyy/',
    '/tyy/index.html',
    '/tyy/make-pic?template_id=3',
    '/sign-in?a=b',
  ]) {
    expect(await get(path)).toBe(`200 127.0.0.1 ${path}`);
  }

  first.closeAllConnections();
  await new Promise(resolve => first.close(resolve));
  expect(await get('/v1/getUserInfo?sign=secret')).toMatch(/^502/);
  const second = await nodeAt('127.0.0.2');
  address = '127.0.0.2';
  await waitFor('the second address', async () => (await get('/healthz')).startsWith('200 127.0.0.2'));

  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
  const logged = readFileSync(join(folder, 'log'), 'utf8');
  expect(logged).toContain('"GET /v1/getUserInfo" 502');
  expect(logged).not.toMatch(/secret|127\.0\.0\.1|client:/);
  second.close();
  names.close();
  rmSync(folder, { recursive: true });
});

test('nginx accepts deploy/nginx.conf, also with the lines for TLS in docs/operations.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tyy-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [, tls = ''] = /```nginx\n(.*?)```/s.exec(read('docs/operations.md')) ?? [];
  expect(tls).toContain('ssl');
  const pem = join(root, 'tests/testdata/self-signed.pem');
  const withTls = read('deploy/nginx.conf').replace(
    'listen 8080;',
    tls.replace('443', '8443').replace(/\/etc\/\S+\.pem/g, pem),
  );
  for (const text of [read('deploy/nginx.conf'), withTls]) {
    writeFileSync(
      join(folder, 'nginx.conf'),
      text
        .replace(/^.*brotli.*$/gm, '')
        .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
        // Node's pipes are sockets, which cannot be opened by this name.
        .replace(/\/dev\/std(out|err)/g, join(folder, 'log')),
    );
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  }
});

const monitoring = join(root, 'deploy/monitoring');
const readMonitoring = (file: string) => read(`deploy/monitoring/${file}`);
const alerts = [...readMonitoring('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

/** The dashboard's queries, with a value in place of Grafana's `$__range`. */
const queries = [...readMonitoring('dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)+")/g)].map(
  ([, text]) => (JSON.parse(text!) as string).replaceAll('$__range', '1d'),
);

/** Needs Debian's package `prometheus`. */
const promtool = (...words: string[]) =>
  execFileSync('promtool', words, { cwd: monitoring, encoding: 'utf8', stdio: 'pipe' });

test('each alarm has a test case that raises it and a test case that does not', () => {
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  for (const name of alerts) {
    const cases = readMonitoring('alerts.test.yml').split('- name: ').slice(1);
    const quiet = cases.filter(text => new RegExp(`alertname: ${name} }`).test(text));
    const raised = cases.filter(text => new RegExp(`alertname: ${name}\\n +exp_alerts`).test(text));
    expect([quiet.length > 0, raised.length > 0], name).toEqual([true, true]);
  }
});

test('Prometheus can parse every dashboard query', () => {
  expect(queries.length).toBeGreaterThan(20);
  const scratch = mkdtempSync(join(tmpdir(), 'tyy-queries-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
  writeFileSync(join(scratch, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(promtool('check', 'rules', join(scratch, 'rules.yml'))).toContain(`${queries.length} rules found`);
});

test('alarms and dashboard use only metrics that the server exports', async () => {
  const backend = await openTestBackend({ METRICS: '1' });
  const { body } = await backend.app.inject('/metrics');
  await backend.close();
  const measured = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const named = [...`${readMonitoring('alerts.yml')} ${queries.join(' ')}`.matchAll(/\btyy_\w+/g)].map(
    ([name]) => name,
  );
  const unknown = named.filter(name => !measured.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

test('docs/operations.md explains every alarm', () => {
  const explained = read('docs/operations.md').matchAll(/^\| `([A-Z]\w+)` \|/gm);
  expect(new Set([...explained].map(([, name]) => name!))).toEqual(new Set(alerts));
});

test('the monitoring services mount only existing files, and publish their ports only on 127.0.0.1', () => {
  for (const [, file] of readMonitoring('compose.yaml').matchAll(/\.\/(deploy\/[\w./-]+?):\//g))
    expect(existsSync(join(root, file!)), file).toBe(true);
  expect(readMonitoring('compose.yaml').match(/ports: \['127\.0\.0\.1:/g)).toHaveLength(3);
});
