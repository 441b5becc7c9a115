import { afterAll, beforeAll, beforeEach } from 'vitest';
import { reconcileOrders } from '../../../server/money/orders.ts';
import { noteRenewals } from '../../../server/money/renewals.ts';
import { dataOf } from '../../support/api/api.ts';
import type { ShopDouble, ShopReport } from '../doubles/shop-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { changesOf, coinsOf, idOf } from '../support/jobs.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A backend that sells through the double of a shop. */
export class ShopWorld<Shop extends ShopDouble = ShopDouble> {
  shop!: Shop;
  backend!: TestBackend;
  /** A new user for each test. */
  ann!: TestUser;
  readonly #openShop: () => Promise<Shop>;
  #users = 0;

  constructor(openShop: () => Promise<Shop>) {
    this.#openShop = openShop;
  }

  async open(): Promise<void> {
    this.shop = await this.#openShop();
    // Users sign in through the sandbox for simplicity, but pay through the shop's double.
    this.backend = await openTestBackend({ ...this.shop.settings(), SANDBOX: '1', LOG_LEVEL: 'warn' });
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.shop.close();
  }

  /** Resets the clock and signs in a new user before each test. */
  async begin(): Promise<void> {
    this.backend.clock.ahead = 0;
    this.ann = await this.newUser('Ann');
  }

  /** Signs in a user with a unique name; with WeChat Pay the user has an openid. */
  async newUser(name: string): Promise<TestUser> {
    const user = await signIn(this.backend, `${name} ${++this.#users} of ${this.shop.name}`);
    if (this.shop.channel === 'wechat') {
      const user_id = await idOf(user);
      const payer = { user_id, openid: `o-${user_id}` };
      await this.backend.services.db.query.insertInto('wechat_payers').values(payer).execute();
    }
    return user;
  }

  order(config_id: number, user = this.ann) {
    return dataOf(user.post('createOrder', { config_id, channel: this.shop.channel }));
  }

  /** Sends a receipt, as the app does. */
  handIn(receipt: string, order_id?: string, user = this.ann) {
    return user.post('paySuccess', { receipt, ...(order_id && { order_id }) });
  }

  /** Sends a notification from the shop; returns the status of the response. */
  async send(report: ShopReport): Promise<number> {
    return (await this.backend.app.inject({ method: 'POST', url: this.shop.notifyPath, ...report }))
      .statusCode;
  }

  coins(user = this.ann): Promise<number> {
    return coinsOf(user);
  }

  changes(user = this.ann): Promise<number[]> {
    return changesOf(user);
  }

  /** Days until the subscription ends, rounded to a tenth; 0 without a subscription. */
  async vipDays(user = this.ann): Promise<number> {
    const { vip_level, vip_expire_time } = await dataOf(user.get('getUserInfo'));
    const now = Date.now() + this.backend.clock.ahead;
    return vip_level === 0 ? 0 : Math.round((vip_expire_time - now / 1000) / 8640) / 10;
  }

  async statusOf(order_id: string): Promise<string> {
    return (await dataOf(this.ann.get('getOrder', { order_id }))).status;
  }

  /** The order's status in the database, because the API would first ask the shop. */
  async savedStatus(orderId: string): Promise<string> {
    const orders = this.backend.services.db.query.selectFrom('orders').select('status');
    return (await orders.where('order_id', '=', orderId).executeTakeFirstOrThrow()).status;
  }

  parked(receipt: string) {
    const payments = this.backend.services.db.query.selectFrom('parked_payments').selectAll();
    return payments.where('receipt', '=', receipt).executeTakeFirst();
  }

  /** Runs the task for forgotten orders with the clock `later` milliseconds ahead. */
  async reconcile(later = 3 * minute): Promise<void> {
    this.backend.clock.ahead = later;
    await reconcileOrders(this.backend.services);
  }

  /** Reads payments and refunds for which the shop sent no notification. */
  async catchUp(): Promise<void> {
    for (const provider of this.backend.services.payments) await provider.catchUp?.(this.backend.services);
  }

  /** The next renewal as the app gets it, after the task for renewals ran with the clock `days` ahead. */
  async renewalAfter(days: number, user = this.ann) {
    this.backend.clock.ahead = days * day;
    await noteRenewals(this.backend.services);
    return (await dataOf(user.get('getUserInfo'))).renewal;
  }

  /** The number of skipped entries of one of the shop's lists. */
  passedBy(list: string): Promise<number> {
    return this.metric(`tyy_shop_entries_passed_by_total{channel="${this.shop.name}",list="${list}"}`);
  }

  async metric(series: string): Promise<number> {
    const [name = ''] = series.split('{');
    const text = await this.backend.services.metrics.registry.getSingleMetricAsString(name);
    const line = text.split('\n').find(one => one.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  }
}

/** Opens a world once for all tests of a file. */
export function sharedWorld<World extends ShopWorld>(world: World): World {
  beforeAll(() => world.open());
  beforeEach(() => world.begin());
  afterAll(() => world.close());
  return world;
}
