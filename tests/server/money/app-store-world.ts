import { dataOf } from '../../support/api.ts';
import { AppStoreDouble, type DoubleTransaction } from '../doubles/app-store-double.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { passedBy } from '../support/passed-by.ts';
import { worldTest } from '../support/world-test.ts';

export class AppStoreWorld {
  readonly store: AppStoreDouble;
  readonly backend: TestBackend;

  private constructor(store: AppStoreDouble, backend: TestBackend) {
    this.store = store;
    this.backend = backend;
  }

  static async open(): Promise<AppStoreWorld> {
    const store = await AppStoreDouble.open();
    // Sandbox users, so that the test need not sign in at a provider; payments are those of the store's double.
    const settings = { ...store.settings(), SANDBOX: '1', LOG_LEVEL: 'warn' };
    return new AppStoreWorld(store, await openTestBackend(settings));
  }

  order(user: TestUser, config_id: number) {
    return dataOf(user.post('createOrder', { config_id, channel: 'app-store' }));
  }

  /** Sends a notification of the store. */
  async notify(...about: Parameters<AppStoreDouble['notification']>): Promise<number> {
    return this.send(this.store.notification(...about));
  }

  /** Sends a text as a notification; returns the response's status. */
  async send(signedPayload: string): Promise<number> {
    const payload = { signedPayload };
    const response = await this.backend.app.inject({ method: 'POST', url: '/notify/app-store', payload });
    return response.statusCode;
  }

  /** Sends the phone's receipt of a transaction. */
  handIn(user: TestUser, transaction: DoubleTransaction, order_id?: string) {
    return user.post('paySuccess', { receipt: this.store.sign(transaction), ...(order_id && { order_id }) });
  }

  /** Days until the subscription ends, to a tenth; 0 without a subscription. */
  async vipDays(user: TestUser): Promise<number> {
    const { vip_level, vip_expire_time } = await dataOf(user.get('getUserInfo'));
    const now = Date.now() + this.backend.clock.ahead;
    return vip_level === 0 ? 0 : Math.round((vip_expire_time - now / 1000) / 8640) / 10;
  }

  /** Adds a notification that did not arrive, signed so many hours ago. */
  miss(transaction: DoubleTransaction | null, hours = 0, type = 'ONE_TIME_CHARGE'): void {
    const signed = this.store.notification(type, transaction, {
      signedDate: Date.now() - 1000 - hours * 3_600_000,
    });
    this.store.missed.push(signed);
  }

  /** Reads missed notifications from the store. */
  async catchUp(): Promise<void> {
    for (const provider of this.backend.services.payments) await provider.catchUp?.(this.backend.services);
  }

  /** Counts the skipped entries of a list. */
  async passedBy(list: string): Promise<number> {
    return passedBy(this.backend, 'app-store', list);
  }

  /** The parked payment of a transaction. */
  parked({ transactionId }: DoubleTransaction) {
    const query = this.backend.services.db.query.selectFrom('parked_payments').selectAll();
    return query.where('receipt', '=', transactionId).executeTakeFirst();
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.store.close();
  }
}

export const test = worldTest(AppStoreWorld.open);
