import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import chains from '../../testdata/app-store-chains.json';
import type { DoubleRequest } from './http-double.ts';
import { reportOf, ShopDouble, type ShopOrder } from './shop-double.ts';
import { readToken, signToken } from './signed-token.ts';

const day = 24 * 60 * 60_000;

const appStoreApp = { APP_STORE_BUNDLE_ID: 'com.example.tyy', APP_STORE_ID: '1234567890' };

/** The double accepts only requests that are signed with this key. */
const appStoreKey = { APP_STORE_ISSUER_ID: randomUUID(), APP_STORE_KEY_ID: 'KEY1234567' };

/** A StoreKit 2 transaction with only the fields we read. Times are in milliseconds. */
export interface DoubleTransaction {
  transactionId: string;
  originalTransactionId: string;
  bundleId: string;
  environment: string;
  productId: string;
  type: string;
  appAccountToken?: string;
  inAppOwnershipType: string;
  purchaseDate: number;
  expiresDate?: number;
  revocationDate?: number;
  revocationType?: string;
  revocationPercentage?: number;
  /** True if a purchase of another subscription in the same group replaced this subscription. */
  isUpgraded?: boolean;
  signedDate: number;
  price: number;
  /** Undefined for older purchases. */
  currency?: string | undefined;
}

/**
 * Certificate chains like Apple's, valid until 2049: a trusted chain, a chain with a leaf that lacks the App Store's
 * marker, and a chain with a foreign root.
 */
export type AppleChain = keyof typeof chains;

/** A double of Apple's App Store: purchases, signatures, and the parts of the App Store Server API that we use. */
export class AppStoreDouble extends ShopDouble {
  readonly channel = 'app-store';
  readonly name = 'app-store';
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly sold = new Map<string, DoubleTransaction>();
  /** Undelivered signed notifications. The history returns two per page. */
  readonly missed: string[] = [];
  /** HTTP statuses for requests that must fail, by transaction id or page (`page 1`). */
  readonly failing = new Map<string, number>();
  /** The renewals of subscriptions, by original transaction id. By default, a subscription renews for 25 yuan. */
  readonly renewals = new Map<
    string,
    { autoRenewStatus: number; renewalPrice?: number; currency?: string }
  >();
  #count = 0;

  /** Sells a product. `payment` is the text that createOrder returns. A subscription lasts 30 days from now. */
  sell(payment: string | null, changes: Partial<DoubleTransaction> = {}): DoubleTransaction {
    const { product_id, app_account_token } = JSON.parse(payment ?? '{}');
    const transactionId = String(2_000_000_000_000 + ++this.#count);
    const productId: string = changes.productId ?? product_id;
    const isSubscription = productId.startsWith('vip');
    const now = changes.purchaseDate ?? Date.now();
    const transaction = {
      transactionId,
      originalTransactionId: transactionId,
      bundleId: appStoreApp.APP_STORE_BUNDLE_ID,
      environment: 'Production',
      productId,
      type: isSubscription ? 'Auto-Renewable Subscription' : 'Consumable',
      ...(app_account_token && { appAccountToken: app_account_token }),
      inAppOwnershipType: 'PURCHASED',
      purchaseDate: now,
      ...(isSubscription && { expiresDate: now + 30 * day }),
      signedDate: Date.now(),
      price: 10_000,
      currency: 'CNY',
      ...changes,
    };
    this.sold.set(transactionId, transaction);
    return transaction;
  }

  override payOrder({ payment }: ShopOrder) {
    const sold = this.sell(payment);
    const signedPayload = this.notification('ONE_TIME_CHARGE', sold);
    return { receipt: this.sign(sold), report: reportOf({ signedPayload }) };
  }

  renew({ expiresDate, originalTransactionId, productId, ...sold }: DoubleTransaction): DoubleTransaction {
    const appAccountToken = sold.appAccountToken && { appAccountToken: sold.appAccountToken };
    const period = { purchaseDate: expiresDate!, expiresDate: expiresDate! + 30 * day };
    return this.sell(null, { productId, originalTransactionId, ...appAccountToken, ...period });
  }

  /** Signs a transaction (the phone's receipt) or other data from the store. */
  sign(payload: object, chain: AppleChain = 'trusted'): string {
    const { x5c, key } = chains[chain];
    return signToken(createPrivateKey(key), { alg: 'ES256', x5c }, payload);
  }

  /** Builds a signed notification; `renewal` describes the next renewal. */
  notification(
    type: string,
    transaction: DoubleTransaction | null,
    {
      subtype,
      renewal,
      signedDate = Date.now(),
    }: { subtype?: string; renewal?: object; signedDate?: number } = {},
  ): string {
    const { environment = 'Production', bundleId = appStoreApp.APP_STORE_BUNDLE_ID } = transaction ?? {};
    return this.sign({
      notificationType: type,
      ...(subtype && { subtype }),
      notificationUUID: randomUUID(),
      version: '2.0',
      signedDate,
      data: {
        appAppleId: Number(appStoreApp.APP_STORE_ID),
        bundleId,
        environment,
        ...(transaction && { signedTransactionInfo: this.sign(transaction) }),
        ...(renewal && {
          signedRenewalInfo: this.sign({ environment, signedDate: Date.now(), ...renewal }),
        }),
      },
    });
  }

  override settings(): Record<string, string> {
    const key = this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    return {
      ...appStoreApp,
      ...appStoreKey,
      APP_STORE_ROOTS: this.write('root.cer', Buffer.from(chains.trusted.x5c[2]!, 'base64')),
      APP_STORE_KEY: this.write('key.p8', key),
      APP_STORE_API: this.http.origin,
    };
  }

  protected override respond({ url, headers, method, body }: DoubleRequest) {
    if (!this.#mayAsk(String(headers.authorization))) return { status: 401, body: 'Unauthenticated' };
    const [, version, call, id = ''] = url.pathname.match(/^\/inApps\/(v\d)\/(\w+)\/([\w/]+)$/) ?? [];
    if (method === 'POST' && call === 'notifications') {
      const { startDate, endDate } = JSON.parse(body.toString());
      // Each entry lacks one optional field and has an unknown value in another. Apple's library would reject the
      // whole page; our reader must accept it.
      const list = this.missed
        .filter(signed => isSignedWithin(signed, startDate, endDate))
        .map(signedPayload => ({ signedPayload, sendAttempts: [{ attemptDate: null }] }));
      const page = Number(url.searchParams.get('paginationToken') ?? 0);
      const status = list.length > 0 && this.failing.get(`page ${page}`);
      if (status) return { status, body: {} };
      const hasMore = list.length > 2 * (page + 1);
      return {
        body: {
          notificationHistory: [{}, ...list.slice(2 * page, 2 * (page + 1))],
          hasMore,
          ...(hasMore && { paginationToken: String(page + 1) }),
        },
      };
    }
    if (this.failing.has(id)) return { status: this.failing.get(id)!, body: {} };
    const found = this.sold.get(id);
    if (!found)
      return { status: 404, body: { errorCode: 4_040_010, errorMessage: 'Transaction id not found.' } };
    if (call === 'transactions') return { body: { signedTransactionInfo: this.sign(found) } };
    if (call === 'subscriptions') return { body: { data: [{ lastTransactions: [this.#statusOf(found)] }] } };
    if (call !== 'history' || version !== 'v2') return { status: 404, body: {} };
    const start = Number(url.searchParams.get('startDate'));
    const own = [...this.sold.values()].filter(({ purchaseDate }) => purchaseDate >= start);
    return { body: { hasMore: false, signedTransactions: own.map(one => this.sign(one)) } };
  }

  /** The newest period of a subscription, and its renewal. */
  #statusOf({ originalTransactionId: id }: DoubleTransaction): object {
    const own = [...this.sold.values()].filter(sold => sold.originalTransactionId === id);
    const last = own.reduce((one, other) => (other.expiresDate! > one.expiresDate! ? other : one));
    const { environment } = last;
    const renewal = this.renewals.get(id) ?? { autoRenewStatus: 1, renewalPrice: 25_000, currency: 'CNY' };
    return {
      originalTransactionId: id,
      status: last.revocationDate ? 5 : 1,
      signedTransactionInfo: this.sign(last),
      signedRenewalInfo: this.sign({ environment, signedDate: Date.now(), ...renewal }),
    };
  }

  /** True if the token is signed with the key, is for this app, and is valid for at most an hour. */
  #mayAsk(authorization: string): boolean {
    const token = readToken(this.keys.publicKey, authorization.replace('Bearer ', ''));
    if (!token) return false;
    const { iss, aud, bid, exp } = token.claims;
    const seconds = exp - Date.now() / 1000;
    return (
      token.header.kid === appStoreKey.APP_STORE_KEY_ID &&
      iss === appStoreKey.APP_STORE_ISSUER_ID &&
      aud === 'appstoreconnect-v1' &&
      bid === appStoreApp.APP_STORE_BUNDLE_ID &&
      seconds > 0 &&
      seconds <= 3600
    );
  }
}

/** Notifications that cannot be decoded count as signed just now. */
function isSignedWithin(signed: string, start: number, end: number): boolean {
  const text = Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString();
  const time = text.startsWith('{') ? JSON.parse(text).signedDate : end - 1;
  return start <= time && time < end;
}
