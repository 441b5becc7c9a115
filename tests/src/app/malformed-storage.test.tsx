import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { type FakeShell, openFakeShell } from '../../support/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';

let shell: FakeShell;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  shell = openFakeShell();
});

/** Each screen, what it shows when it is well, and what it reads of the native cache. */
const screens: { path: string; shows: RegExp; key: string; values: unknown[] }[] = [
  {
    path: '/make-pic',
    shows: /^Choose a template/,
    key: 'tyy.wizard',
    values: [{ photos: null }, { photos: 'abc' }, { photos: [null] }, { step: 5, photos: [{}] }, 5, [null]],
  },
  {
    path: '/make-pic',
    shows: /^Choose a template/,
    key: 'tyy.templates',
    values: [
      { language: 'en' },
      { language: 'en', templates: [null] },
      { language: 'en', templates: [{ id: 1, title: 'a', picUrl: 'http://[', picWidths: [320] }] },
    ],
  },
  {
    path: '/recharge',
    shows: /^Get coins/,
    key: 'tyy.order',
    values: [5, { orderId: { a: 1 } }, { orderId: 'o', title: {} }],
  },
  { path: '/subscription', shows: /^Subscription/, key: 'tyy.order', values: [5, { orderId: { a: 1 } }, []] },
  {
    path: '/personal-center',
    shows: /^My/,
    key: 'tyy.user',
    values: [5, { userId: {}, nickname: {} }, { vipLevel: 1, vipExpireTime: 1e300 }],
  },
  {
    path: '/personal-center',
    shows: /^My/,
    key: 'tyy.job',
    values: [5, { status: 'generating' }, { trainId: {}, generateId: {}, title: {} }],
  },
  {
    path: '/',
    shows: /^Portraits of you/,
    key: 'tyy.home-pics',
    values: [5, {}, { background: {}, steps: 'abc' }, { steps: [null] }],
  },
];

const cases = screens.flatMap(({ values, ...screen }) => values.map(value => ({ ...screen, value })));

test.each(cases)(
  '$path opens all the same when the phone has $value under $key',
  async ({ path, shows, key, value }) => {
    shell.cache.set(key, JSON.stringify(value));
    const screen = await renderAt(path);
    await screen.findByRole('heading', { name: shows });
    await waitFor(() => expect(shell.cache.get(key)).not.toBe(JSON.stringify(value)));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
