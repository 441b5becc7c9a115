import { expect } from 'vitest';
import type { ShopReport } from '../doubles/shop-double.ts';
import { type DoubleRefund, type DoubleTrade, WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { day, ShopWorld } from './shop-world.ts';

export class WechatPayWorld extends ShopWorld<WechatPayDouble> {
  constructor() {
    super(() => WechatPayDouble.open());
  }

  /** Begins each test on another day, so that the bills are read again. */
  override async begin(): Promise<void> {
    const today = this.shop.ahead + day;
    await super.begin();
    this.goTo(today);
    this.shop.tellsRefunds = true;
    this.shop.refunds.clear();
    this.shop.oddLines.clear();
    this.shop.oddBills.clear();
  }

  /** Sets the clocks of the backend and the shop. */
  goTo(ahead: number): void {
    this.backend.clock.ahead = ahead;
    this.shop.ahead = ahead;
  }

  override async catchUp(days = 0): Promise<void> {
    this.goTo(this.shop.ahead + days * day);
    await super.catchUp();
  }

  /** Orders and pays 100 coins for 10 yuan; the backend is not notified. */
  async pay(user = this.ann): Promise<DoubleTrade> {
    const { order_id, payment } = await this.order(1, user);
    return this.shop.pay(order_id, payment);
  }

  /** Buys 100 coins; `amount` changes WeChat Pay's data of the payment. Returns the order's number. */
  async buy(amount: Partial<DoubleTrade['amount']> = {}): Promise<string> {
    const trade = await this.pay();
    Object.assign(trade.amount, amount);
    expect(await this.notify(trade)).toBe(200);
    return trade.out_trade_no;
  }

  /** Sends the notification of a payment. A test can forge its parts. */
  notify(content: object, forged = {}): Promise<number> {
    return this.send(this.shop.notification('TRANSACTION.SUCCESS', content, forged));
  }

  async report({ day: _, ...refund }: DoubleRefund): Promise<void> {
    expect(await this.send(this.shop.notification(`REFUND.${refund.refund_status}`, refund))).toBe(200);
  }

  override async send(report: ShopReport): Promise<number> {
    const request = { method: 'POST', url: this.shop.notifyPath, ...report } as const;
    const { statusCode, json } = await this.backend.app.inject(request);
    expect(json().code).toBe(statusCode === 200 ? 'SUCCESS' : 'FAIL');
    return statusCode;
  }

  override passedBy(list = 'refunds'): Promise<number> {
    return super.passedBy(list);
  }
}
