import type { Database } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import type { ShopWatch } from '../shop-watch.ts';
import { type BillLine, billDays, numberOfLine, readRefundBill, refundOfLine } from './refund-bill.ts';
import { takeRefund } from './take-refund.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { WechatPayClient } from './wechat-pay-client.ts';
import { wechatPayNotifications } from './wechat-pay-notifications.ts';
import { WechatPayPayments } from './wechat-pay-payments.ts';

/** WeChat Pay as a whole: its payments, the address at which it reports them, and its bills. */
export class WechatPayProvider extends WechatPayPayments implements PaymentProvider {
  /** The day of the newest bill that was read. */
  #readBill = '';

  /** Opens it; rejects with a sentence where a file of the account cannot be used. */
  static async open(
    account: WechatPayAccount,
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ): Promise<WechatPayProvider> {
    const client = await WechatPayClient.open(account, clock, (number, error) =>
      watch.passBy({ channel: 'wechat-pay', list: 'certificates' }, number, error),
    );
    return new WechatPayProvider({ account, client }, db, clock, watch);
  }

  /** Once a day reads the bills of refunds, for those whose notification was lost. */
  async catchUp(parts: SettleParts): Promise<void> {
    const days = billDays(parts.clock());
    const newest = days.at(-1)!;
    if (this.#readBill === newest) return;
    const list = {
      channel: this.name,
      list: 'refunds',
      numberOf: numberOfLine,
      take: (line: BillLine) =>
        takeRefund(this, parts, refundOfLine(line, this.account.merchantId), { isNew: false }),
    };
    const bills = days.map(date => readRefundBill(this.client, date));
    if (await this.watch.takeEach(list, ...bills)) this.#readBill = newest;
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return wechatPayNotifications(app, this, parts);
  }
}
