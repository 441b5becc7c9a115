import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientReport } from '../../../server/contract/client-reports.ts';
import { openTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend({ METRICS: '1' });
});

afterAll(() => backend.close());

async function tell(host: ClientReport['host'], steps: ClientReport['steps']): Promise<void> {
  const report: ClientReport = { version: '1.0.0', host, screen: '', errors: [], ...(steps && { steps }) };
  const headers = { 'content-type': 'text/plain' };
  const request = { url: '/v1/clientReport', headers, payload: JSON.stringify(report) };
  expect((await backend.app.inject({ method: 'POST', ...request })).statusCode).toBe(204);
}

/** What is counted of a host: `im paid 3` and how often. */
async function countsOf(host: string): Promise<Record<string, number>> {
  const { body } = await backend.app.inject('/metrics');
  const lines = body.matchAll(/^tyy_steps_total\{host="(\w+)",step="(\w+)",template="(\w*)"\} (\d+)$/gm);
  const counts = [...lines].map(([, ...found]) => [found.slice(0, 3).join(' '), Number(found[3])] as const);
  return Object.fromEntries(counts.filter(([key]) => key.startsWith(host)));
}

const chosen = (template: number, ...steps: NonNullable<ClientReport['steps']>[number]['step'][]) =>
  steps.map(step => ({ step, template }));

test('the steps of several pages add up by host and template to what a hand counts', async () => {
  const [one = 0, two = 0] = (await backend.services.templates.list()).map(({ id }) => id);
  const begun = [{ step: 'photo' as const }, { step: 'preview' as const }];
  await tell('im', [...begun, ...chosen(one, 'paid', 'saved', 'shared')]);
  await tell('im', [...begun, ...chosen(one, 'paid', 'saved')]);
  await tell('im', [...begun, ...chosen(two, 'paid', 'shared', 'shared')]);
  await tell('browser', [...begun, ...chosen(two, 'paid')]);
  await tell('browser', undefined);

  expect(await countsOf('im')).toEqual({
    'im photo ': 3,
    'im preview ': 3,
    [`im paid ${one}`]: 2,
    [`im saved ${one}`]: 2,
    [`im shared ${one}`]: 1,
    [`im paid ${two}`]: 1,
    [`im shared ${two}`]: 2,
  });
  expect(await countsOf('browser')).toEqual({
    'browser photo ': 1,
    'browser preview ': 1,
    [`browser paid ${two}`]: 1,
  });
});

test('what is no template of the catalogue is counted without one', async () => {
  await tell('shell', chosen(987_654, 'saved'));
  expect(await countsOf('shell')).toEqual({ 'shell saved ': 1 });
});
