import type { KeyObject } from 'node:crypto';
import type { DoubleRequest, DoubleResponse } from './http-double.ts';
import { reportOf, rsaKeys, ShopDouble, type ShopOrder, type ShopReport } from './shop-double.ts';
import { readToken, signToken } from './signed-token.ts';

const day = 24 * 60 * 60_000;

/** The double's only app, with the audience and account of its pushes. */
const googlePlayApp = {
  GOOGLE_PLAY_PACKAGE: 'com.example.tyy',
  GOOGLE_PLAY_PUSH_AUDIENCE: 'https://app.example.com/notify/google-play',
  GOOGLE_PLAY_PUSH_ACCOUNT: 'push@tyy.iam.gserviceaccount.com',
};

const serviceAccount = 'billing@tyy.iam.gserviceaccount.com';

/** A purchase; `until` (ms) exists only for subscriptions. */
export interface SoldInGoogle {
  token: string;
  orderId: string;
  productId: string;
  accountId: string | undefined;
  state: string;
  until?: number;
  isTest?: boolean;
  isFinished?: boolean;
  /** The next renewal; undefined if the plan is paid in advance. */
  plan?: { autoRenewEnabled?: boolean; recurringPrice?: object };
  /** The token of the older subscription that this purchase replaces. */
  linked?: string;
}

/** A double of Google Play: purchases, the parts of the Android Publisher API that we use, and Pub/Sub's pushes. */
export class GooglePlayDouble extends ShopDouble {
  readonly channel = 'google-play';
  readonly name = 'google-play';
  readonly sold = new Map<string, SoldInGoogle>();
  readonly voided: { orderId: string; purchaseToken: string }[] = [];
  readonly serviceKeys = rsaKeys('Google: serviceKeys');
  readonly pushKeys = rsaKeys('Google: pushKeys');
  /** Ids under which Google publishes the current key. */
  readonly pushKeyIds = ['k1'];
  #count = 0;

  /** Sells a product. `payment` is the text that createOrder returns. */
  sell(payment: string | null, changes: Partial<SoldInGoogle> = {}): SoldInGoogle {
    const { product_id, obfuscated_account_id } = JSON.parse(payment ?? '{}');
    const number = String(++this.#count).padStart(4, '0');
    const productId: string = changes.productId ?? product_id;
    const one = {
      token: `token${number}${'x'.repeat(20)}.AO-J1Oz`,
      orderId: `GPA.3300-0000-0000-${number}`,
      productId,
      accountId: obfuscated_account_id,
      state: 'PURCHASED',
      ...(productId.startsWith('vip') && {
        state: 'SUBSCRIPTION_STATE_ACTIVE',
        until: Date.now() + 30 * day,
      }),
      ...changes,
    };
    this.sold.set(one.token, one);
    return one;
  }

  override payOrder({ payment }: ShopOrder) {
    const { token, until } = this.sell(payment);
    const kind = until === undefined ? 'oneTimeProductNotification' : 'subscriptionNotification';
    return { receipt: token, report: this.push({ [kind]: { notificationType: 1, purchaseToken: token } }) };
  }

  /** A pushed notification. A test can forge its parts. */
  push(
    about: object,
    {
      key = this.pushKeys.privateKey,
      claims = {},
      header = {},
      packageName = googlePlayApp.GOOGLE_PLAY_PACKAGE,
    }: { key?: KeyObject; claims?: object; header?: object; packageName?: string } = {},
  ): ShopReport {
    const data = Buffer.from(JSON.stringify({ version: '1.0', packageName, ...about })).toString('base64');
    const token = signToken(
      key,
      { alg: 'RS256', kid: 'k1', ...header },
      {
        iss: 'https://accounts.google.com',
        aud: googlePlayApp.GOOGLE_PLAY_PUSH_AUDIENCE,
        email: googlePlayApp.GOOGLE_PLAY_PUSH_ACCOUNT,
        email_verified: true,
        exp: Math.floor(Date.now() / 1000) + 3600,
        ...claims,
      },
    );
    return reportOf({ message: { data, messageId: '1' } }, { authorization: `Bearer ${token}` });
  }

  override settings(): Record<string, string> {
    const private_key = this.serviceKeys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { origin } = this.http;
    const account = { type: 'service_account', client_email: serviceAccount, private_key };
    const key = JSON.stringify({ ...account, token_uri: `${origin}/token` });
    return {
      ...googlePlayApp,
      GOOGLE_PLAY_KEY: this.write('google-play.json', key),
      GOOGLE_PLAY_API: origin,
      GOOGLE_KEYS: `${origin}/keys`,
    };
  }

  protected override respond({ url, method, headers, body }: DoubleRequest): DoubleResponse {
    if (url.pathname === '/keys') {
      const key = this.pushKeys.publicKey.export({ format: 'jwk' });
      return { body: { keys: this.pushKeyIds.map(kid => ({ ...key, kid })) } };
    }
    if (url.pathname === '/token') return this.#grant(new URLSearchParams(body.toString()));
    if (headers.authorization !== 'Bearer its.token')
      return { status: 401, body: { error: 'UNAUTHENTICATED' } };
    const base = `/androidpublisher/v3/applications/${googlePlayApp.GOOGLE_PLAY_PACKAGE}/purchases/`;
    const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : '';
    if (path === 'voidedpurchases') return { body: this.#voidedOf(url.searchParams) };
    const [, kind, product, token = '', verb] =
      path.match(/^(\w+)\/(?:([\w.]+)\/)?tokens\/([^/:]+)(?::(\w+))?$/) ?? [];
    const found = this.sold.get(decodeURIComponent(token));
    const isSubscription = found?.until !== undefined;
    if (!found || isSubscription !== kind?.startsWith('subscriptions')) return { status: 404, body: {} };
    if (method === 'POST') {
      const isRight = product === found.productId && verb === (isSubscription ? 'acknowledge' : 'consume');
      if (!isRight) return { status: 400, body: {} };
      found.isFinished = true;
      return { body: {} };
    }
    return { body: isSubscription ? subscriptionOf(found) : productOf(found) };
  }

  /** Lists voided purchases like Google, but one per page. Only a query with type 1 also gets subscriptions. */
  #voidedOf(query: URLSearchParams): object {
    const isListed = (token: string) =>
      query.get('type') === '1' || this.sold.get(token)?.until === undefined;
    const listed = this.voided.filter(one => isListed(one?.purchaseToken));
    const page = Number(query.get('token') ?? 0);
    const isLast = page + 1 >= listed.length;
    return {
      voidedPurchases: listed.slice(page, page + 1),
      ...(!isLast && { tokenPagination: { nextPageToken: String(page + 1) } }),
    };
  }

  #grant(form: URLSearchParams): DoubleResponse {
    const { iss, scope, exp } =
      readToken(this.serviceKeys.publicKey, form.get('assertion') ?? '')?.claims ?? {};
    const isGood =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      iss === serviceAccount &&
      scope.endsWith('/androidpublisher') &&
      exp * 1000 > Date.now();
    return isGood
      ? { body: { access_token: 'its.token', expires_in: 3600 } }
      : { status: 400, body: { error: 'invalid_grant' } };
  }
}

const accountOf = ({ accountId }: SoldInGoogle) => accountId && { obfuscatedExternalAccountId: accountId };

function productOf(sold: SoldInGoogle): object {
  const { productId, state, orderId, isTest, isFinished } = sold;
  const consumptionState = `CONSUMPTION_STATE_${isFinished ? 'CONSUMED' : 'YET_TO_BE_CONSUMED'}`;
  return {
    productLineItem: [{ productId, productOfferDetails: { quantity: 1, consumptionState } }],
    ...(state && { purchaseStateContext: { purchaseState: state } }),
    orderId,
    ...accountOf(sold),
    ...(isTest && { testPurchaseContext: { fopType: 'TEST' } }),
  };
}

function subscriptionOf(sold: SoldInGoogle): object {
  const { productId, state, orderId, until, isTest, isFinished, linked, plan } = sold;
  const expiryTime = new Date(until!).toISOString();
  return {
    lineItems: [{ productId, expiryTime, latestSuccessfulOrderId: orderId, autoRenewingPlan: plan }],
    subscriptionState: state,
    acknowledgementState: `ACKNOWLEDGEMENT_STATE_${isFinished ? 'ACKNOWLEDGED' : 'PENDING'}`,
    externalAccountIdentifiers: { ...accountOf(sold) },
    ...(linked && { linkedPurchaseToken: linked }),
    ...(isTest && { testPurchase: {} }),
  };
}
