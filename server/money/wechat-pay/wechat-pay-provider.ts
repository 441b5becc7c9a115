import type { Database } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { WechatPayClient } from './wechat-pay-client.ts';
import { wechatPayNotifications } from './wechat-pay-notifications.ts';
import { WechatPayPayments } from './wechat-pay-payments.ts';

/** WeChat Pay as a whole: its payments, and the address at which it reports them. */
export class WechatPayProvider extends WechatPayPayments implements PaymentProvider {
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

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return wechatPayNotifications(app, this, parts);
  }
}
