import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/refuse-odd-values.ts';
import type { PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import type { GooglePlayPayments } from './google-play-payments.ts';
import type { PushCheck } from './push-check.ts';
import { takePurchase } from './take-purchase.ts';

/** The address to which Pub/Sub pushes what happens to purchases. */
const googlePlayPath = '/notify/google-play';

const Push = Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 65_536 }) }) });

const Token = Type.Optional(Type.Object({ purchaseToken: Type.String() }));

const Notification = Type.Object({
  packageName: Type.String(),
  subscriptionNotification: Token,
  oneTimeProductNotification: Token,
  voidedPurchaseNotification: Token,
});

/** Takes Google Play's notifications; after any response but 200 they are pushed again. */
export async function googlePlayNotifications(
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
  parts: SettleParts,
  {
    subscriptionNotification,
    oneTimeProductNotification,
    voidedPurchaseNotification,
  }: Static<typeof Notification>,
): Promise<void> {
  const bought = subscriptionNotification ?? oneTimeProductNotification;
  if (bought) await takePurchase(payments, parts, bought.purchaseToken);
  if (voidedPurchaseNotification) {
    // It is pushed again once Google Play can be asked.
    if (!(await payments.takeVoided(parts))) throw new ApiError('overloaded', 'error.payment-unavailable');
  }
}
