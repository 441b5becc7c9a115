import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { AppStoreDouble } from '../doubles/app-store-double.ts';
import { GooglePlayDouble } from '../doubles/google-play-double.ts';
import { vapidSettings } from '../doubles/push-service-double.ts';
import { stripeAccount } from '../doubles/stripe-double.ts';
import { WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { openTestBackend } from '../support/backend.ts';

/** The addresses and calls in the first column of the tables of limits: those with six columns. */
function boundedCalls(): string[] {
  const page = readFileSync('docs/limits.md', 'utf8');
  const rows = [...page.matchAll(/^\| (.+?) \|.*\|.*\|.*\|.*\|.*\|$/gm)];
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, call]) => call!));
}

/** `login` stands for the call below /v1, `…` for anything, and a method for itself alone. */
function names(call: string, route: string): boolean {
  const [, method = '[A-Z]+', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(call) ?? [];
  const address = path.startsWith('/') ? path : `/v1/${path}`;
  const pattern = address.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${method} ${pattern.join('.*')}$`).test(route.replace(/^HEAD /, 'GET '));
}

async function routesOf(environment: Record<string, string>): Promise<string[]> {
  const routes: string[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', listen);
  const backend = await openTestBackend(environment);
  unsubscribe('fastify.initialization', listen);
  await backend.close();
  return routes;
}

test('every route has its bounds written down, and no row names a call that is gone', async () => {
  const calls = boundedCalls();
  const [apple, google] = [await AppStoreDouble.open(), await GooglePlayDouble.open()];
  const wechat = await WechatPayDouble.open();
  const routes = await routesOf({
    ...stripeAccount,
    ...apple.settings(),
    ...google.settings(),
    ...wechat.settings(),
    ...vapidSettings(),
    METRICS: '1',
    SANDBOX: '1',
    ADMOB_SSV: '1',
    ADMOB_AD_UNITS: '77',
  });
  await Promise.all([apple.close(), google.close(), wechat.close()]);
  const unbounded = (all: string[]) => all.filter(route => !calls.some(call => names(call, route)));
  expect(routes.length).toBeGreaterThan(80);
  expect(unbounded(routes)).toEqual([]);
  expect(unbounded(['GET /v1/getSomethingNew', 'POST /something-new'])).toHaveLength(2);
  const gone = calls.filter(call => /^[a-z]\w+$/.test(call) && !routes.some(route => names(call, route)));
  expect(gone).toEqual([]);
});
