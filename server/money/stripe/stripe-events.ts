import type Stripe from 'stripe';
import { type Static, type TSchema, Type } from 'typebox';
import Value from 'typebox/value';

const Text = Type.String({ pattern: '^[^\\u0000]*$' });
const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** The checkout fields that we use. The amount is in the currency's smallest unit. */
const Checkout = Type.Object({
  id: Type.String({ pattern: '^cs_\\w+$' }),
  client_reference_id: OrNull(Text),
  amount_total: OrNull(Type.Integer()),
  currency: OrNull(Text),
  payment_status: Text,
  status: OrNull(Text),
});

export type Checkout = Static<typeof Checkout>;

const Return = Type.Object({ payment_intent: OrNull(Text) });

const Envelope = Type.Object({
  id: Type.String({ pattern: '^evt_\\w+$' }),
  type: Type.String(),
  data: Type.Object({ object: Type.Unknown() }),
});

/** An event that we process. A repeated event has the same `eventId`. */
export type StripeEvent =
  | { kind: 'paid' | 'ended'; checkout: Checkout }
  | { kind: 'returned'; paymentIntent: string; eventId: string }
  | null;

/** Thrown if Stripe signed an event that differs from Stripe's documentation. */
export class MalformedEvent extends Error {}

/** Stripe's event types, see https://docs.stripe.com/api/events/types */
const kinds: Record<string, 'paid' | 'ended' | 'returned'> = {
  'checkout.session.completed': 'paid',
  // Payments such as bank transfers succeed or fail days after the checkout.
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'ended',
  'checkout.session.expired': 'ended',
  'charge.refunded': 'returned',
  'charge.refund.updated': 'returned',
  'refund.created': 'returned',
  'refund.updated': 'returned',
  // A refund can fail days after it was reported; the user then gets the coins back.
  'refund.failed': 'returned',
  'charge.dispute.created': 'returned',
  'charge.dispute.updated': 'returned',
  'charge.dispute.funds_withdrawn': 'returned',
  'charge.dispute.funds_reinstated': 'returned',
  'charge.dispute.closed': 'returned',
};

/**
 * Parses a notification; null for event types that we do not process. Throws a StripeSignatureVerificationError if the
 * notification is not from Stripe or is older than five minutes, and a MalformedEvent if its contents are invalid.
 */
export function readEvent(
  { webhooks, errors }: { webhooks: Stripe['webhooks']; errors: typeof Stripe.errors },
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
): StripeEvent {
  let event: unknown;
  try {
    event = webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) throw error;
    throw new MalformedEvent('A notification could not be parsed.', { cause: error });
  }
  const { id, type, data } = check(Envelope, event);
  const kind = kinds[type];
  if (kind === undefined) return null;
  if (kind !== 'returned') return { kind, checkout: check(Checkout, data.object) };
  const { payment_intent: paymentIntent } = check(Return, data.object);
  return paymentIntent ? { kind, paymentIntent, eventId: id } : null;
}

function check<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [problem] = Value.Errors(schema, value);
  throw new MalformedEvent(`A notification is malformed: ${problem?.instancePath} ${problem?.message}.`);
}
