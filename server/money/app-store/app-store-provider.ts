import type { Database } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { AppStoreAccount } from './app-store-account.ts';
import { openAppStoreApi } from './app-store-api.ts';
import { appStoreNotifications, takeNotification } from './app-store-notifications.ts';
import { AppStorePayments } from './app-store-payments.ts';
import { numberIn, SignedReader } from './signed-reader.ts';

/** The App Store as a whole: its payments, the address at which it reports them, and what it reported in vain. */
export class AppStoreProvider extends AppStorePayments implements PaymentProvider {
  /** Opens it; rejects with a sentence where a file of the account cannot be used. */
  static async open(
    account: AppStoreAccount,
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ): Promise<AppStoreProvider> {
    const opening = [SignedReader.open(account), openAppStoreApi(account)] as const;
    const [reader, api] = await Promise.all(opening).catch((cause: unknown) => {
      throw new Error('APP_STORE_ROOTS and APP_STORE_KEY must be files of certificates and of a key.', {
        cause,
      });
    });
    return new AppStoreProvider({ reader, api }, db, clock, watch);
  }

  async catchUp(parts: SettleParts): Promise<void> {
    const list = {
      channel: this.name,
      list: 'notifications',
      numberOf: numberIn,
      take: (signed: string) => takeNotification(this, parts, signed),
    };
    await this.watch.takeEach(list, ...this.missedNotifications());
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return appStoreNotifications(app, this, parts);
  }
}
