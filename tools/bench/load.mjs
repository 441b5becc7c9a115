/**
 * Measures how many requests a built backend serves: `DATABASE_URL=postgres://… npm run bench -- load`. Compares it in
 * the same run with a bare Fastify route that serves the same bytes. DATABASE_URL must name an empty database; without
 * it, the backend uses its embedded database. --seconds (5): duration of each of the four rounds per call.
 * --connections (200): number of simultaneous requests.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import OSS from 'ali-oss';
import autocannon from 'autocannon';
import { callApi, signIn } from '../../scripts/bench/start-app.mjs';
import { readOptions, wholeNumber } from '../../scripts/options.mjs';

const { seconds: duration, connections } = readOptions({
  seconds: wholeNumber(5),
  connections: wholeNumber(200),
});
const dataDir = mkdtempSync(path.join(tmpdir(), 'tyy-load-'));

/** A server that returns fixed bodies. Shows how many requests Fastify can serve at most. */
const bareServer = `
  import Fastify from 'fastify';
  const bodies = JSON.parse(process.env.BODIES);
  const app = Fastify();
  for (const [index, body] of bodies.entries()) {
    app.get('/' + index, async (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
  }
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
`;

const children = [];
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a process. Returns it with the origin that it prints. */
async function start(options, environment) {
  const child = spawn(process.execPath, options, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const origin = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process ended before it listened.')));
    createInterface({ input: child.stdout }).on('line', line => {
      const named = line.match(/^(?:Open )?(https?:\/\/[^/\s]+)/);
      if (named) resolve(named[1]);
    });
  });
  return { child, origin };
}

/** A process's peak memory in MB. */
function peakMemory({ child }) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(status.match(/VmHWM:\s+(\d+)/)[1]) / 1024);
}

const backend = await start(['dist/server/main.js'], {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  RATE_LIMIT: '1000000',
  // On PostgreSQL, an API node alone: the job stays queued, and no drawing disturbs the measurement.
  ROLE: process.env.DATABASE_URL ? 'api' : 'all',
});

async function createJob() {
  const wire = await call('getOssStsInfo');
  const client = new OSS({
    accessKeyId: wire.access_key_id,
    accessKeySecret: wire.access_key_secret,
    stsToken: wire.security_token,
    region: wire.region,
    bucket: wire.bucket,
    endpoint: wire.endpoint,
    sldEnable: true,
    authorizationV4: true,
  });
  const { url } = await client.put(`${wire.prefix}a.png`, readFileSync('tests/testdata/astronaut.png'));
  const created = await call('goTrainAndGeneratePic', { template_id: 1, resource_pics: [url] });
  return created.train_and_generate_info;
}

const token = await signIn(backend.origin);
const headers = { authorization: `Bearer ${token}` };
const call = (name, body) => callApi(backend.origin, name, body, token);
const { train_id, generate_id } = await createJob();
if (!process.env.DATABASE_URL) {
  const isDone = async () =>
    (await call(`getTrainAndGenerateResultById?train_id=${train_id}&generate_id=${generate_id}`))
      .train_and_generate_info.status === 5;
  while (!(await isDone())) await new Promise(resolve => setTimeout(resolve, 500));
}

const calls = [
  { name: 'getTemplates', address: 'getTemplates?cur_page=1&page_size=20', wanted: 0.5 },
  { name: 'getUserInfo', address: 'getUserInfo', wanted: 0.25 },
  {
    name: 'job polling',
    address: `getTrainAndGenerateResultById?train_id=${train_id}&generate_id=${generate_id}`,
    wanted: 0.25,
  },
];
const bodies = await Promise.all(
  calls.map(async ({ address }) => (await fetch(`${backend.origin}/v1/${address}`, { headers })).text()),
);
const bare = await start(['--input-type=module', '-e', bareServer], { BODIES: JSON.stringify(bodies) });

/** Requests per second, and 99th percentile of the response times in ms. */
async function round(url) {
  const result = await autocannon({ url, connections, duration, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

let tooSlow = 0;
const mean = (rounds, key) => rounds.reduce((sum, one) => sum + one[key], 0) / rounds.length;
for (const [index, { name, address, wanted }] of calls.entries()) {
  const [own, plain] = [[], []];
  for (let turn = 0; turn < 2; turn++) {
    own.push(await round(`${backend.origin}/v1/${address}`));
    plain.push(await round(`${bare.origin}/${index}`));
  }
  const share = mean(own, 'rate') / mean(plain, 'rate');
  if (share < wanted) tooSlow += 1;
  console.warn(
    `${name.padEnd(13)} ${mean(own, 'rate').toFixed(0)}/s, p99 ${mean(own, 'p99').toFixed(0)} ms; ` +
      `bare ${mean(plain, 'rate').toFixed(0)}/s, p99 ${mean(plain, 'p99').toFixed(0)} ms; ` +
      `${share.toFixed(2)} of bare (wanted ${wanted}); peak memory ${peakMemory(backend)} MB, bare ${peakMemory(bare)} MB`,
  );
}

process.exit(tooSlow > 0 ? 1 : 0);
