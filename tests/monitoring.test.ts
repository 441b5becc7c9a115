import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend } from './server/support/backend.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'deploy/monitoring');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

/** All queries of the dashboard, with the variable that Grafana fills in. */
const queries = [...read('dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)+")/g)].map(([, text]) =>
  (JSON.parse(text!) as string).replaceAll('$__range', '1d'),
);

/** From Debian's package `prometheus`. */
const promtool = (...words: string[]) =>
  execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

let measured: Set<string>;

beforeAll(async () => {
  const backend = await openTestBackend({ METRICS: '1' });
  const { body } = await backend.app.inject('/metrics');
  await backend.close();
  measured = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
});

let scratch = '';
afterAll(() => scratch && rmSync(scratch, { recursive: true }));

test('each alarm is raised by its case and by none that looks alike', () => {
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  for (const name of alerts) {
    const cases = read('alerts.test.yml').split('- name: ').slice(1);
    const quiet = cases.filter(text => new RegExp(`alertname: ${name} }`).test(text));
    const raised = cases.filter(text => new RegExp(`alertname: ${name}\\n +exp_alerts`).test(text));
    expect([quiet.length > 0, raised.length > 0], name).toEqual([true, true]);
  }
});

test('every query of the dashboard is one that Prometheus can read', () => {
  expect(queries.length).toBeGreaterThan(20);
  scratch = mkdtempSync(join(tmpdir(), 'tyy-queries-'));
  const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
  writeFileSync(join(scratch, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(promtool('check', 'rules', join(scratch, 'rules.yml'))).toContain(`${queries.length} rules found`);
});

test('alarms and dashboard name metrics that the server has', () => {
  const named = [...`${read('alerts.yml')} ${queries.join(' ')}`.matchAll(/\btyy_\w+/g)].map(
    ([name]) => name,
  );
  const unknown = named.filter(name => !measured.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

test('every alarm is explained, with what to do', () => {
  const explained = readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/^\| `([A-Z]\w+)` \|/gm);
  expect(new Set([...explained].map(([, name]) => name!))).toEqual(new Set(alerts));
});

test('the services beside the product read files that are there', () => {
  for (const [, file] of read('compose.yaml').matchAll(/\.\/(deploy\/[\w./-]+?):\//g))
    expect(existsSync(join(root, file!)), file).toBe(true);
  expect(read('compose.yaml').match(/ports: \['127\.0\.0\.1:/g)).toHaveLength(3);
});
