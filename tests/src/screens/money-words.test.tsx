import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, vi } from 'vitest';
import extras from '../../../src/i18n/en.extras.json' with { type: 'json' };
import first from '../../../src/i18n/en.json' with { type: 'json' };
import screens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import {
  changeData,
  changeResponse,
  stubCall,
  withoutFeatures,
  withPayChannels,
} from '../../support/network/network.ts';
import { closeFakeShell, openFakeShell } from '../../support/phone/fake-shell.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';

const words: Record<string, string> = { ...first, ...screens, ...extras };

/** Each text that promises something about money, with the condition under which its promise is true. */
const truths: Record<string, string> = {
  'subscription.note': 'the channel is page or wechat',
  'subscription.note-renews': 'the channel is a store',
  'subscription.note-renews-some-time': 'the channel is a store',
  'subscription.renews-for': 'renewal of getUserInfo has a price',
  'subscription.renews-on': 'renewal of getUserInfo',
  'subscription.month-saves': 'all prices are in yuan',
  'making.late-coins': 'returnable_coins of a running job',
  'making.coins-back': 'returnable_coins of a refused or failed job',
  'home.free': 'welcome of getHomePics',
  'home.free-one': 'welcome of getHomePics',
  'make-pic.free-redos': 'free_redos of getGenerateCost',
  'reject.redo': 'remedy of a job is redo',
  'reject.redo-text': 'remedy of a job is redo',
  'reject.redo-now': 'remedy of a job is redo',
  'reject.coins-now': 'remedy of a job is coins',
  'reject.coins': 'remedy of a job is coins',
  'reject.coins-text': 'remedy of a job is coins',
  'reject.coins-back': 'returnCoins says how many',
  'delete-data.pics-text': 'the feature delete-data; "any coins held" is true of none as well',
  'delete-data.account-text': 'always: nothing is promised, and the law comes first',
  'pay.cancelled': 'the server says that the order is not paid',
  'pay.confirming.text': 'always: one order is paid once',
  'ad-badge.closed': 'the ad gives them; it names their number alone',
};

test('each text about free, saved, returned or recurring money is in the list of true promises', () => {
  const promise = /renew|returned|refund|\bfree\b|saves? \{|saves? .*%|coins back|been charged|be charged/i;
  const keys = Object.keys(words).filter(key => promise.test(words[key]!));
  const known = [...new Set(keys.map(key => key.replace(/_(one|other)$/, '')))];
  expect(known.filter(key => !(key in truths))).toEqual([]);
  expect(Object.keys(truths).filter(key => !(key in words) && !(`${key}_other` in words))).toEqual([]);
});

const once = 'You pay once. The plan ends on its own and does not renew automatically.';

const renews =
  'Renews at 25 yuan every month until you cancel. Cancel at least 24 hours before it ends, in your phone’s store settings.';

type Host = 'browser' | 'wechat' | 'android' | 'ios';

afterEach(closeFakeShell);

function openHost(host: Host): void {
  newPhone();
  if (host === 'wechat') vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('MicroMessenger/8.0.50');
  if (host === 'android' || host === 'ios') openFakeShell();
  if (host === 'ios') Object.assign(window, { webkit: { messageHandlers: { tyyShell: window.tyyShell } } });
}

const saidOfRenewal = () => screen.queryByText(/renew/i)?.textContent ?? null;

test.each<[Host, Parameters<typeof withPayChannels> | null, string | null, RegExp]>([
  ['browser', null, null, /^Get VIP · 25 yuan$/],
  ['ios', null, null, /^Get VIP · 25 yuan$/],
  ['browser', ['page'], once, /^Get VIP · 25 yuan$/],
  ['wechat', ['wechat'], once, /^Get VIP · 25 yuan$/],
  ['wechat', ['page'], once, /^Get VIP · 25 yuan$/],
  ['android', ['google-play', 'page'], renews, /^Subscribe · 25 yuan\/month$/],
  ['ios', ['app-store', 'page'], renews, /^Subscribe · 25 yuan\/month$/],
])(
  'in the host %s with the channels %j, the text about renewal is %j',
  async (host, channels, note, button) => {
    openHost(host);
    if (channels) withPayChannels(...channels);
    await renderAt('/subscription');
    await screen.findByRole('button', { name: button });
    await waitFor(() => expect(saidOfRenewal()).toBe(note));
  },
);

test.each<[Host, Parameters<typeof withPayChannels>]>([
  ['browser', ['app-store']],
  ['android', ['page']],
  ['android', []],
])('in the host %s, which cannot sell through %j, no text is about renewal', async (host, channels) => {
  openHost(host);
  withPayChannels(...channels);
  await renderAt('/subscription');
  await screen.findByText(/^Purchases aren’t available here/);
  await screen.findByText('Restore purchases');
  expect(saidOfRenewal()).toBeNull();
});

test.each([
  [
    { price: 25, currency: 'CNY' },
    / for 25 yuan\. Cancel any time before, in your phone’s store settings\.$/,
  ],
  [{ price: 4.99, currency: 'USD' }, / for US\$4\.99\. Cancel any time before/],
  [{}, /^VIP renews on 2 Mar 2027\. Cancel any time before/],
])(
  'before a renewal with %j, a note and the subscription screen say %s, the note only once',
  async (price, said) => {
    openHost('ios');
    withPayChannels('app-store');
    const time = Date.UTC(2027, 2, 2, 12) / 1000;
    const renewal = { time, ...price };
    changeData('getUserInfo', user => ({ ...user, vip_level: 1, vip_expire_time: time, renewal }));
    await renderAt('/personal-center');
    await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(2));
    (
      await within(document.querySelector<HTMLElement>('[data-note]')!).findByRole('button', { name: 'VIP' })
    ).click();
    await screen.findByRole('heading', { level: 1, name: 'VIP' });
    await waitFor(() => expect(document.querySelector('[data-note]')).toBeNull());
    // Me stays mounted.
    await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(2));
    await (await import('../../../src/flows/account/load-user.ts')).loadUser();
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(document.querySelector('[data-note]')).toBeNull();
  },
);

test("with an API that has only the specification's calls, no text is about renewal", async () => {
  openHost('android');
  withoutFeatures();
  stubCall('getRechargeConfigsList', () => ({ list: [{ id: 101, pay_amount: 25 }] }));
  await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Get VIP · 25 yuan' });
  expect(saidOfRenewal()).toBeNull();
});

test('the text about renewal names the plan’s period, or no period if the API does not send it', async () => {
  openHost('ios');
  withPayChannels('app-store');
  const days = [0, 7, 90, 365];
  stubCall('getRechargeConfigsList', () => ({
    list: days.map(days => ({ id: `p${days}`, title: `${days}`, pay_amount: 25, days })),
  }));
  const { findByRole } = await renderAt('/subscription');
  const notes = [/^Renews until you cancel/, /every 7 days/, /every 3 months/, /every 12 months/];
  for (const [index, note] of notes.entries()) {
    (await findByRole('radio', { name: new RegExp(`^${days[index]} ?25 yuan`) })).click();
    await screen.findByText(note);
  }
});

test('a subscriber of a store’s plan is offered a subscription, not an extension', async () => {
  openHost('ios');
  withPayChannels('app-store');
  changeData('getUserInfo', user => ({ ...user, vip_level: 1, vip_expire_time: 2e9 }));
  await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You’re a VIP member' });
  await screen.findByRole('button', { name: 'Subscribe · 25 yuan/month' });
});

test('if a phone’s store sets prices, no product is called the best value or said to save money', async () => {
  openHost('android');
  window.tyyShell && openFakeShell().cache.set('tyy.store-prices', '{"vip_month":"US$4.99"}');
  await renderAt('/subscription');
  await screen.findByRole('button', { name: /US\$4\.99/ });
  expect(screen.queryByText(/save \d/)).toBeNull();
  expect(screen.queryByText('Best value')).toBeNull();
});

test.each([
  [3, 20, '20 gold coins returned.'],
  [6, 1, '1 gold coin returned.'],
  // A subscriber's job or a free redo holds no coins.
  [6, 0, null],
  // An API that does not send the number of coins.
  [6, undefined, null],
])('a job with status %i that held %s coins shows the text %j', async (status, returnable_coins, said) => {
  stubCall('getTrainAndGenerateResultById', () => ({
    train_and_generate_info: jobData({ status, ...(returnable_coins !== undefined && { returnable_coins }) }),
  }));
  const page = await renderAt('/making?train_id=t1&generate_id=g1');
  await page.findByRole('button', { name: status === 3 ? 'Upload new photos' : 'Try again' });
  expect(page.queryByText(/returned|balance/)?.textContent ?? null).toBe(said);
});

test.each([
  [20, 'This is taking longer than usual. If it fails, your coins will be returned.'],
  [undefined, 'This is taking longer than usual.'],
])('a late job that holds %s coins shows the text %j', async (returnable_coins, said) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubCall('getTrainAndGenerateResultById', () => ({
    train_and_generate_info: jobData({
      status: 4,
      expect_minutes: 0,
      expect_seconds: 0,
      ...(returnable_coins !== undefined && { returnable_coins }),
    }),
  }));
  const page = await renderAt('/making?train_id=t1&generate_id=');
  await page.findByText('Any moment now');
  await vi.advanceTimersByTimeAsync(20_000);
  await page.findByText(said);
  vi.useRealTimers();
});

test('the coin history is a table with the time, the signed change, the balance and the reason', async () => {
  const screen = await renderAt('/coin-flow');
  const table = await screen.findByRole('table');
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(head => head.textContent)).toEqual(['Time', 'Change', 'Balance', 'Reason']);
  const reason = await within(table).findByRole('cell', { name: /Welcome gift/ });
  const cells = within(reason.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells.slice(1).map(cell => cell.textContent)).toEqual(['+50', '50', 'Welcome gift']);
});

test('if the API sends no changes, the coin history computes each change from the next row’s balance', async () => {
  const pages = [
    [
      { time: 1_790_000_300, remaining: 50, reason: 'Returned' },
      { time: 1_790_000_200, remaining: 30, reason: 'A set of pictures' },
    ],
    [{ time: 1_790_000_100, remaining: 50, reason: 'Welcome gift' }],
  ];
  stubCall('getCoinStatementList', () => ({ list: pages.shift() ?? [] }));
  const screen = await renderAt('/coin-flow');
  const table = await screen.findByRole('table');
  await waitFor(() => {
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(row => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['+20', '−20', '']);
  });
});

test.each([
  [{ code: 7, msg: 'The ledger is closed for today' }, 200, 'The ledger is closed for today'],
  ['<h1>Bad Gateway</h1>', 502, 'This couldn’t be loaded. Try again.'],
  ['', 0, 'This couldn’t be loaded. Try again.'],
])("a history that fails with %j shows the server's message or the app's", async (body, status, words) => {
  changeResponse('getCoinStatementList', () => {
    if (status === 0) throw new TypeError('no network');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, statusText: status === 502 ? 'Bad Gateway' : '' });
  });
  const screen = await renderAt('/coin-flow');
  await screen.findByText(words);
});
