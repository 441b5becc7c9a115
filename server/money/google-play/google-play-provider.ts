import type { Database } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import type { GooglePlayAccount } from './google-play-account.ts';
import { GooglePlayApi } from './google-play-api.ts';
import { googlePlayNotifications } from './google-play-notifications.ts';
import { GooglePlayPayments } from './google-play-payments.ts';
import { openPushCheck } from './push-check.ts';
import { openServiceToken } from './service-token.ts';
import { takePurchase, takeVoided } from './take-purchase.ts';

const day = 24 * 60 * 60_000;

/** Google Play as a whole: its payments, the address to which they are pushed, and what was missed. */
export class GooglePlayProvider extends GooglePlayPayments implements PaymentProvider {
  readonly #db: Database;
  readonly #clock: () => number;

  private constructor(
    google: { account: GooglePlayAccount; api: GooglePlayApi },
    db: Database,
    clock: () => number,
    onProblem: (problem: string) => void,
  ) {
    super(google, db, clock, onProblem);
    this.#db = db;
    this.#clock = clock;
  }

  /** Opens it; rejects with a sentence where the key cannot be used. */
  static async open(
    account: GooglePlayAccount,
    db: Database,
    clock: () => number,
    onProblem: (problem: string) => void,
  ): Promise<GooglePlayProvider> {
    const token = await openServiceToken(account.keyFile, clock).catch((cause: unknown) => {
      throw new Error('GOOGLE_PLAY_KEY must be the file of a service account’s key.', { cause });
    });
    return new GooglePlayProvider({ account, api: new GooglePlayApi(account, token) }, db, clock, onProblem);
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
    for (const { token } of open) await takePurchase(this, parts, token);
    for await (const voided of this.voided(2)) await takeVoided(parts, voided);
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return googlePlayNotifications(app, this, openPushCheck(this.account, this.#clock), parts);
  }
}
