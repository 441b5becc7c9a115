import type { FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import type { ApiApp } from '../../http/api-app.ts';
import { isRefusal } from '../../http/api-error.ts';
import { cancelOrder } from '../orders.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import { returnMoney } from '../return-money.ts';
import { settlePayment } from '../settle-payment.ts';
import { MalformedEvent, type StripeEvent } from './stripe-events.ts';
import { StripePayments } from './stripe-payments.ts';

const stripePath = '/notify/stripe';

export class StripeProvider extends StripePayments implements PaymentProvider {
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return stripeNotifications(app, this, parts);
  }
}

/** After a 500 or 503 Stripe sends the notification again; a malformed one gets 400 and is logged. */
async function stripeNotifications(
  app: ApiApp,
  payments: StripePayments,
  parts: PaymentRouteParts,
): Promise<void> {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );

  app.post(stripePath, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = String(request.headers['stripe-signature'] ?? '');
    try {
      await take(payments, parts, payments.readNotification(body, signature), request);
    } catch (error) {
      const isMalformed = error instanceof MalformedEvent;
      if (isMalformed) request.log.error(error);
      else if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        payments.watch.countUnverified(payments.name);
      if (isMalformed || error instanceof Stripe.errors.StripeSignatureVerificationError) {
        return reply.code(400).send({ received: false });
      }
      throw error;
    }
    return { received: true };
  });
}

async function take(
  payments: StripePayments,
  parts: PaymentRouteParts,
  event: StripeEvent,
  { log }: FastifyRequest,
): Promise<void> {
  if (event?.kind === 'paid') {
    const payment = await payments.paymentOf(event.checkout);
    if (!payment) return;
    await settlePayment(parts, payment).catch(async (error: unknown) => {
      // A retry would fail too: the order was already paid, or the account is being deleted.
      if (!isRefusal(error)) throw error;
      await payments.park(event.checkout, error.message);
    });
  }
  if (event?.kind === 'ended') {
    await cancelOrder(parts, event.checkout.client_reference_id ?? '');
  }
  if (event?.kind === 'returned') {
    let returned = await payments.findReturned(event.paymentIntent);
    while (returned) {
      const missing = await returnMoney(parts, { ...returned, reference: event.eventId });
      if (missing > 0) log.error(`${missing} coins of ${returned.payment.receipt} could not be taken back.`);
      // Another event may have been processed meanwhile with newer data: repeat until the amount stays the same.
      const now = await payments.findReturned(event.paymentIntent);
      returned = now?.amount === returned.amount ? null : now;
    }
  }
}
