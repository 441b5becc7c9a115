import Stripe from 'stripe';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';

/** Milliseconds per request. Even with a retry, less than the 10 s that a call may take. */
const timeLimit = 4_000;

export function openStripe({ secretKey, apiOrigin }: StripeAccount): Stripe {
  const { protocol, hostname, port } = new URL(apiOrigin);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: Number(port) || (isPlain ? 80 : 443),
    timeout: timeLimit,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((address, init) =>
      fetchElsewhere(address as string, init, { home: apiOrigin }),
    ),
  });
}

/** `webhookSecret` verifies the signatures of Stripe's notifications. */
export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  apiOrigin: string;
}
