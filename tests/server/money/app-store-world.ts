import { AppStoreDouble, type DoubleTransaction } from '../doubles/app-store-double.ts';
import { reportOf } from '../doubles/shop-double.ts';
import { hour, ShopWorld } from './shop-world.ts';

export class AppStoreWorld extends ShopWorld<AppStoreDouble> {
  constructor() {
    super(() => AppStoreDouble.open());
  }

  /** Sells a product for a new order; the backend is not notified. */
  async sell(config_id: number, user = this.ann): Promise<DoubleTransaction> {
    return this.shop.sell((await this.order(config_id, user)).payment);
  }

  /** Sells a product for a new order, and sends the receipt, as the app does. */
  async buy(config_id: number, user = this.ann): Promise<DoubleTransaction> {
    const { order_id, payment } = await this.order(config_id, user);
    const sold = this.shop.sell(payment);
    const { code, message } = await this.handInSold(sold, order_id, user);
    if (code !== 0) throw new Error(message);
    return sold;
  }

  /** Sends a transaction's receipt, as the app does. */
  handInSold(sold: DoubleTransaction, order_id?: string, user = this.ann) {
    return this.handIn(this.shop.sign(sold), order_id, user);
  }

  /** Sends a notification about a transaction; returns the status of the response. */
  notify(...about: Parameters<AppStoreDouble['notification']>): Promise<number> {
    return this.send(reportOf({ signedPayload: this.shop.notification(...about) }));
  }

  /** Refunds a transaction, by default in full, and notifies the backend. */
  refund(sold: DoubleTransaction, revocation: Partial<DoubleTransaction> = {}): Promise<number> {
    Object.assign(sold, { revocationDate: Date.now(), revocationType: 'REFUND_FULL', ...revocation });
    return this.notify('REFUND', sold);
  }

  /** Undoes a refund and notifies the backend. */
  undoRefund(sold: DoubleTransaction): Promise<number> {
    Object.assign(sold, { revocationDate: undefined, revocationType: undefined });
    return this.notify('REFUND_REVERSED', sold);
  }

  /** Adds a notification that was signed `hours` ago and not delivered. */
  miss(transaction: DoubleTransaction | null, hours = 0, type = 'ONE_TIME_CHARGE'): void {
    const signedDate = Date.now() - 1000 - hours * hour;
    this.shop.missed.push(this.shop.notification(type, transaction, { signedDate }));
  }

  override async begin(): Promise<void> {
    await super.begin();
    this.shop.missed.length = 0;
    this.shop.failing.clear();
    this.shop.renewals.clear();
  }
}
