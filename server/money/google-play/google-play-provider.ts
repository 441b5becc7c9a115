import type { Database } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { GooglePlayAccount } from './google-play-account.ts';
import { GooglePlayApi } from './google-play-api.ts';
import { googlePlayNotifications } from './google-play-notifications.ts';
import { GooglePlayPayments } from './google-play-payments.ts';
import { openPushCheck } from './push-check.ts';
import { openServiceToken } from './service-token.ts';
import { takePurchase } from './take-purchase.ts';

const day = 24 * 60 * 60_000;

/** Google Play as a whole: its payments, the address to which they are pushed, and what was missed. */
export class GooglePlayProvider extends GooglePlayPayments implements PaymentProvider {
  readonly #db: Database;
  readonly #clock: () => number;

  private constructor(
    google: { account: GooglePlayAccount; api: GooglePlayApi },
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ) {
    super(google, db, clock, watch);
    this.#db = db;
    this.#clock = clock;
  }

  /** Opens it; rejects with a sentence where the key cannot be used. */
  static async open(
    account: GooglePlayAccount,
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ): Promise<GooglePlayProvider> {
    const token = await openServiceToken(account.keyFile, clock).catch((cause: unknown) => {
      throw new Error('GOOGLE_PLAY_KEY must be the file of a service account’s key.', { cause });
    });
    return new GooglePlayProvider({ account, api: new GooglePlayApi(account, token) }, db, clock, watch);
  }

  /** Finishes what could not be yet, while Google waits for it, and takes back what went back since the day before. */
  async catchUp(parts: SettleParts): Promise<void> {
    const oldest = new Date(this.#clock() - 4 * day);
    await this.#db.query.deleteFrom('google_purchases').where('time', '<', oldest).execute();
    const open = await this.#db.query
      .selectFrom('google_purchases')
      .select('token')
      .where('finished', '=', false)
      .execute();
    const list = {
      channel: this.name,
      list: 'unfinished purchases',
      numberOf: (token: string) => `${token.slice(0, 16)}…`,
      take: (token: string) => takePurchase(this, parts, token),
    };
    await this.watch.takeEach(
      list,
      open.map(({ token }) => token),
    );
    await this.takeVoided(parts);
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return googlePlayNotifications(app, this, openPushCheck(this.account, this.#clock), parts);
  }
}
