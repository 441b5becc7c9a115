import type { FastifyInstance, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { ApiError } from '../../http/api-error.ts';
import { type OrderParts, settlePayment } from '../orders.ts';
import { StripePayments } from './stripe-payments.ts';

/** The address to which Stripe reports payments. */
export const stripePath = '/notify/stripe';

/** Takes Stripe's notifications; one that could not be processed gets status 500, and Stripe sends it again. */
export async function stripeNotifications(app: FastifyInstance, parts: OrderParts): Promise<void> {
  const { payments } = parts;
  if (!(payments instanceof StripePayments)) return;

  // The signature covers the bytes as they came.
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
      const payment = await payments.readNotification(body, signature);
      if (payment) await settlePayment(parts, payment);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
        return reply.code(400).send({ received: false });
      }
      // Sending it again would change nothing: somebody has to look.
      if (!(error instanceof ApiError)) throw error;
      request.log.error(error);
    }
    return { received: true };
  });
}
