import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { hideSecrets, openLog } from '../../../server/log.ts';
import { serveHealth } from '../../../server/measure/health.ts';
import { buildApp } from '../../../server/start/build-app.ts';
import { signIn } from '../support/backend.ts';
import { finishedJob } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ METRICS: '1' });

test('metrics count requests by route and status, jobs by status, and the time to make pics', async () => {
  const ann = await signIn(backend, 'Ann');
  await finishedJob(ann);
  await ann.send('GET', 'nothing');

  const { body } = await backend.app.inject('/metrics');
  expect(body).toMatch(
    /tyy_http_request_seconds_count\{method="POST",route="\/v1\/goTrainAndGeneratePic",status="200"\} 1/,
  );
  expect(body).toMatch(/tyy_http_request_seconds_count\{[^}]*status="404"\} 1/);
  expect(body).toContain('tyy_jobs{status="5"} 1');
  expect(body).toContain('tyy_queue_length 0');
  expect(body).toContain('tyy_job_seconds_count{result="done"} 1');
  expect(body).toMatch(/^tyy_disk_bytes \d{6,}$/m);
});

test('Home shows users the newest templates, and guests the first templates and what welcome coins buy', async () => {
  const ann = await signIn(backend, 'Ann');
  const { data } = (await backend.app.inject('/v1/getHomePics')).json();
  const { list } = (await ann.get('getTemplates', { page_size: 6 })).data;
  expect(data.samples).toEqual(
    list.map(({ id, title, pic_url, colour }) => ({
      id,
      title,
      pic_url: pic_url.replace('?w=480&', '?w=320&'),
      colour,
    })),
  );
  expect(data.welcome).toEqual({ coins: 50, cost: 20 });

  const { samples } = (await ann.get('getHomePics')).data;
  const all = (await ann.get('getTemplates', { page_size: 100 })).data.list;
  const news = all.filter(({ is_new }) => is_new).map(({ id }) => id);
  expect(news.length).toBeGreaterThan(5);
  expect(samples?.map(({ id }) => id)).toEqual(news.slice(0, 6));
});

test('/readyz reports whether the process can serve requests', async () => {
  const response = await backend.app.inject('/readyz');
  expect(response.statusCode).toBe(200);
  const parts = { database: true, store: true, queue: true };
  expect(response.json()).toEqual({ status: 'ready', ...parts, handles: true });
  const crowded = Fastify();
  serveHealth(crowded, { ...backend.services, left: async () => 10 });
  const refusal = await crowded.inject('/readyz');
  await crowded.close();
  expect(refusal.statusCode).toBe(503);
  expect(refusal.json()).toEqual({ status: 'not ready', ...parts, handles: false });
});

test.each([
  ['Bearer abc.def-123', 'abc.def'],
  ['login with sandbox:Ann', 'Ann'],
  ['GET /pictures/a.jpg?expires=1&sign=s3cret', 's3cret'],
  ['connect to postgres://tyy:s3cret@db:5432/tyy', 's3cret'],
  ['body {"token":"s3cret","name":"Ann"}', 's3cret'],
  ['{"access_key_secret": "s3cret"}', 's3cret'],
  ['{"x-oss-security-token":"s3cret"}', 's3cret'],
])('the log hides the secret in “%s”', (text, secret) => {
  const lines: string[] = [];
  const log = openLog('info', { write: line => lines.push(line) });
  log.info({ text, err: new Error(text) }, text);

  expect(lines.join()).not.toContain(secret);
  expect(lines).toHaveLength(1);
  expect(() => JSON.parse(lines[0]!)).not.toThrow();
  expect(hideSecrets('an ordinary sentence')).toBe('an ordinary sentence');
});

test('a worker process refuses pages with a JSON error and the security headers', async () => {
  const worker = await buildApp({
    ...backend.services,
    config: { ...backend.services.config, role: 'worker' },
  });
  const response = await worker.inject('/tyy/');
  await worker.close();
  expect([response.statusCode, response.json().code]).toEqual([404, 1003]);
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
