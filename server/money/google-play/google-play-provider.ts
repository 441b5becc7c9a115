import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { Database, DbAndClock } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError, isRefusal } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/refuse-odd-values.ts';
import { moveSubscriptionEnd } from '../move-subscription-end.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import { settlePayment } from '../settle-payment.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { GooglePlayAccount } from './google-play-account.ts';
import { GooglePlayApi } from './google-play-api.ts';
import { GooglePlayPayments } from './google-play-payments.ts';
import { openPushCheck, type PushCheck } from './push-check.ts';
import { openServiceToken } from './service-token.ts';

const googlePlayPath = '/notify/google-play';

const Push = Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 65_536 }) }) });

const Token = Type.Optional(Type.Object({ purchaseToken: Type.String() }));

const Notification = Type.Object({
  packageName: Type.String(),
  subscriptionNotification: Token,
  oneTimeProductNotification: Token,
  voidedPurchaseNotification: Token,
});

const day = 24 * 60 * 60_000;

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

  /** Rejects with a message for the operator if the key is invalid. */
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

  /** Retries unfinished purchases while Google still waits for them, and takes back recent refunds. */
  async catchUp(parts: DbAndClock): Promise<void> {
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

/** After any response but 200 Google sends a notification again. */
async function googlePlayNotifications(
  app: ApiApp,
  payments: GooglePlayPayments,
  isFromGoogle: PushCheck,
  parts: PaymentRouteParts,
): Promise<void> {
  app.post(googlePlayPath, { schema: { body: Push } }, async (request, reply) => {
    if (!(await isFromGoogle(request.headers.authorization ?? ''))) {
      payments.watch.countUnverified(payments.name);
      return reply.code(401).send({ received: false });
    }
    const text = Buffer.from(request.body.message.data, 'base64').toString();
    let notification: Static<typeof Notification>;
    try {
      notification = Value.Parse(Notification, JSON.parse(text));
      if (problemOf(notification)) throw new Error('A notification holds letters that cannot be stored.');
    } catch (error) {
      request.log.error(error);
      return reply.code(400).send({ received: false });
    }
    if (notification.packageName === payments.account.packageName) {
      await take(payments, parts, notification);
    }
    return { received: true };
  });
}

async function take(
  payments: GooglePlayPayments,
  parts: DbAndClock,
  {
    subscriptionNotification,
    oneTimeProductNotification,
    voidedPurchaseNotification,
  }: Static<typeof Notification>,
): Promise<void> {
  const bought = subscriptionNotification ?? oneTimeProductNotification;
  if (bought) await takePurchase(payments, parts, bought.purchaseToken);
  if (voidedPurchaseNotification) {
    // Google sends it again later.
    if (!(await payments.takeVoided(parts))) throw new ApiError('overloaded', 'error.payment-unavailable');
  }
}

/** Credits a purchase if it is not credited yet, and moves the end of its subscription to Google's. */
async function takePurchase(payments: GooglePlayPayments, parts: DbAndClock, token: string): Promise<void> {
  const purchase = await payments.find(token);
  if (!purchase) return;
  const payment = await payments.paymentOf(purchase);
  try {
    await settlePayment(parts, payment);
  } catch (error) {
    // A retry would fail too: the order is gone or for another product.
    if (!isRefusal(error)) throw error;
    await payments.park(purchase, error.message);
    return;
  }
  if (purchase.until === null) return;
  const { receipt, productId } = purchase;
  const period = { provider: payment.provider, receipt, productId, subscriptionId: token };
  await moveSubscriptionEnd(parts, period, purchase.until);
}
