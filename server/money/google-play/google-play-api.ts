import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';
import { fetchKeyList, keepKeys } from '../keep-keys.ts';
import type { Renewal } from '../payment-provider.ts';
import { currencyDigits } from '../recharge-configs.ts';

const timeLimit = 6_000;

/** The current state of a purchase; `until` is null unless it is a subscription. */
export interface Purchase {
  token: string;
  /** Id of the payment; each renewal has a different one. */
  receipt: string;
  productId: string;
  accountId: string | null;
  until: Date | null;
  follows: string | null;
  /** Null unless it is a subscription that Google will renew. */
  renewal: Renewal | null;
  isPaid: boolean;
  isTest: boolean;
  /** True once the purchase is consumed or acknowledged; otherwise Google refunds it after three days. */
  isFinished: boolean;
}

const Product = Type.Object({
  productLineItem: Type.Array(
    Type.Object({
      productId: Type.String(),
      productOfferDetails: Type.Optional(
        Type.Object({
          quantity: Type.Optional(Type.Integer()),
          consumptionState: Type.Optional(Type.String()),
        }),
      ),
    }),
    { minItems: 1 },
  ),
  purchaseStateContext: Type.Optional(Type.Object({ purchaseState: Type.Optional(Type.String()) })),
  testPurchaseContext: Type.Optional(Type.Unknown()),
  orderId: Type.Optional(Type.String()),
  obfuscatedExternalAccountId: Type.Optional(Type.String()),
});

/** `units` are whole; `nanos` are billionths of a unit. Google leaves out what is zero. */
const Money = Type.Object({
  currencyCode: Type.String(),
  units: Type.Optional(Type.String()),
  nanos: Type.Optional(Type.Integer()),
});

const Subscription = Type.Object({
  lineItems: Type.Array(
    Type.Object({
      productId: Type.String(),
      expiryTime: Type.Optional(Type.String()),
      latestSuccessfulOrderId: Type.Optional(Type.String()),
      autoRenewingPlan: Type.Optional(
        Type.Object({
          autoRenewEnabled: Type.Optional(Type.Boolean()),
          recurringPrice: Type.Optional(Money),
        }),
      ),
    }),
    { minItems: 1 },
  ),
  subscriptionState: Type.Optional(Type.String()),
  latestOrderId: Type.Optional(Type.String()),
  linkedPurchaseToken: Type.Optional(Type.String()),
  acknowledgementState: Type.Optional(Type.String()),
  testPurchase: Type.Optional(Type.Unknown()),
  externalAccountIdentifiers: Type.Optional(
    Type.Object({ obfuscatedExternalAccountId: Type.Optional(Type.String()) }),
  ),
});

const Voided = Type.Object({
  // Each item is parsed separately later, so that an odd item does not block the others.
  voidedPurchases: Type.Optional(Type.Array(Type.Unknown())),
  tokenPagination: Type.Optional(Type.Object({ nextPageToken: Type.Optional(Type.String()) })),
});

export class GooglePlayApi {
  readonly #base: string;
  readonly #token: ServiceToken;

  constructor({ apiOrigin, packageName }: GooglePlayAccount, token: ServiceToken) {
    this.#base = `${apiOrigin}/androidpublisher/v3/applications/${packageName}/purchases`;
    this.#token = token;
  }

  /** Null if Google does not know this token for our app. */
  async find(token: string): Promise<Purchase | null> {
    const name = encodeURIComponent(token);
    const product = await this.#get(`productsv2/tokens/${name}`);
    if (product) return productOf(token, Value.Parse(Product, product));
    const subscription = await this.#get(`subscriptionsv2/tokens/${name}`);
    return subscription ? subscriptionOf(token, Value.Parse(Subscription, subscription)) : null;
  }

  /** Consumes a coin pack, so that it can be bought again; acknowledges a subscription. */
  async finish({ token, productId, until }: Purchase): Promise<void> {
    const [kind, verb] = until === null ? ['products', 'consume'] : ['subscriptions', 'acknowledge'];
    const response = await this.#send(
      'POST',
      `${kind}/${encodeURIComponent(productId)}/tokens/${encodeURIComponent(token)}:${verb}`,
    );
    if (!response.ok) throw await refusal(response);
  }

  /** Unparsed list of payments refunded between two times (milliseconds since 1970, at most 30 days ago). */
  async *voided(start: number, end: number): AsyncGenerator<unknown> {
    let page: string | undefined;
    do {
      // Type 1 includes refunded subscriptions.
      const query = new URLSearchParams({
        startTime: String(start),
        endTime: String(end),
        type: '1',
        ...(page && { token: page }),
      });
      const found = await this.#send('GET', `voidedpurchases?${query}`);
      if (!found.ok) throw await refusal(found);
      const { voidedPurchases = [], tokenPagination } = Value.Parse(Voided, await found.json());
      yield* voidedPurchases;
      const next = tokenPagination?.nextPageToken;
      page = next === page ? undefined : next;
    } while (page);
  }

  async #get(path: string): Promise<unknown> {
    const response = await this.#send('GET', path);
    if ([400, 404, 410].includes(response.status)) return null;
    if (!response.ok) throw await refusal(response);
    return response.json();
  }

  async #send(method: 'GET' | 'POST', path: string): Promise<Response> {
    return fetchElsewhere(`${this.#base}/${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.#token()}` },
      signal: AbortSignal.timeout(timeLimit),
      redirect: 'error',
    });
  }
}

async function refusal(response: Response): Promise<Error> {
  const { status } = response;
  const text = (await response.text()).slice(0, 500);
  return Object.assign(new Error(`Google Play returned ${status}: ${text}`), { status });
}

/** A purchase of several packs at once does not count as paid, because the app sells only one at a time. */
function productOf(token: string, found: ReturnType<typeof Value.Parse<typeof Product>>): Purchase {
  const { productLineItem, purchaseStateContext, testPurchaseContext, orderId, obfuscatedExternalAccountId } =
    found;
  const { productId, productOfferDetails } = productLineItem[0]!;
  const isOne = productLineItem.length === 1 && (productOfferDetails?.quantity ?? 1) === 1;
  return {
    token,
    receipt: orderId ?? token,
    productId,
    accountId: obfuscatedExternalAccountId ?? null,
    until: null,
    follows: null,
    renewal: null,
    isPaid: isOne && purchaseStateContext?.purchaseState === 'PURCHASED',
    isTest: testPurchaseContext !== undefined,
    isFinished: productOfferDetails?.consumptionState === 'CONSUMPTION_STATE_CONSUMED',
  };
}

function subscriptionOf(token: string, found: ReturnType<typeof Value.Parse<typeof Subscription>>): Purchase {
  const { productId, expiryTime, latestSuccessfulOrderId, autoRenewingPlan: plan } = found.lineItems[0]!;
  const isPending = found.subscriptionState?.startsWith('SUBSCRIPTION_STATE_PENDING') ?? true;
  return {
    token,
    receipt: latestSuccessfulOrderId ?? found.latestOrderId ?? token,
    productId,
    accountId: found.externalAccountIdentifiers?.obfuscatedExternalAccountId ?? null,
    until: new Date(expiryTime ?? 0),
    follows: found.linkedPurchaseToken ?? null,
    renewal:
      found.subscriptionState === 'SUBSCRIPTION_STATE_ACTIVE' && plan?.autoRenewEnabled
        ? { price: plan.recurringPrice ? priceOf(plan.recurringPrice) : null }
        : null,
    isPaid: !isPending && expiryTime !== undefined,
    isTest: found.testPurchase !== undefined,
    isFinished: found.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
  };
}

function priceOf({ currencyCode, units = '0', nanos = 0 }: Static<typeof Money>): Renewal['price'] {
  const amount = (Number(units) + nanos / 1e9) * 10 ** currencyDigits(currencyCode);
  return { amount: Math.round(amount), currency: currencyCode };
}

const scope = 'https://www.googleapis.com/auth/androidpublisher';

/** Replace a token this long (ms) before it expires. */
const early = 60_000;
const Key = Type.Object({
  client_email: Type.String(),
  private_key: Type.String(),
  token_uri: Type.String(),
});

const Grant = Type.Object({ access_token: Type.String(), expires_in: Type.Integer() });

type ServiceToken = () => Promise<string>;

/** Gets access tokens for a service account with signed assertions (RFC 7523). Caches each token until it expires. */
export async function openServiceToken(keyFile: string, clock: () => number): Promise<ServiceToken> {
  const { client_email, private_key, token_uri } = Value.Parse(
    Key,
    JSON.parse(await readFile(keyFile, 'utf8')),
  );
  const key = createPrivateKey(private_key);
  let held = { token: '', until: 0 };

  return async () => {
    if (clock() < held.until) return held.token;
    const now = Math.floor(clock() / 1000);
    const assertion = await new SignJWT({
      iss: client_email,
      scope,
      aud: token_uri,
      iat: now,
      exp: now + 3600,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .sign(key);
    const response = await fetchElsewhere(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(timeLimit),
    });
    if (!response.ok) throw new Error(`Google gave no token: ${response.status} ${await response.text()}`);
    const { access_token, expires_in } = Value.Parse(Grant, await response.json());
    held = { token: access_token, until: clock() + expires_in * 1000 - early };
    return access_token;
  };
}

export interface GooglePlayAccount {
  packageName: string;
  keyFile: string;
  /** The audience and service account that a push's token must contain. */
  pushAudience: string;
  pushAccount: string;
  /** True to accept the free purchases of license testers. */
  takesTests: boolean;
  apiOrigin: string;
  keysUrl: string;
}

const hour = 60 * 60_000;

const issuers = ['https://accounts.google.com', 'accounts.google.com'];

/** True if the authorization header contains a token that Google issued for our audience and our service account. */
type PushCheck = (authorization: string) => Promise<boolean>;

/** Verifies the tokens of Pub/Sub's pushes with Google's public keys, cached for an hour. */
export function openPushCheck(
  { keysUrl, pushAudience, pushAccount }: GooglePlayAccount,
  clock: () => number,
): PushCheck {
  const findKey = keepKeys(
    async () => {
      const list = await fetchKeyList<JsonWebKey & { kid: string }>(keysUrl, "Google's keys");
      return new Map(list.map(key => [key.kid, createPublicKey({ key, format: 'jwk' })]));
    },
    { clock, longest: hour },
  );

  const options = { algorithms: ['RS256'], issuer: issuers, audience: pushAudience, requiredClaims: ['exp'] };
  const keyOf = async ({ kid }: JWTHeaderParameters) => {
    const key = await findKey(String(kid));
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };

  return async authorization => {
    const token = authorization.replace(/^Bearer /, '');
    try {
      const { payload } = await jwtVerify(token, keyOf, { ...options, currentDate: new Date(clock()) });
      return payload.email === pushAccount && payload.email_verified === true;
    } catch (error) {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    }
  };
}
