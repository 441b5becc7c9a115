import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  AppStoreServerAPIClient,
  AutoRenewStatus,
  Environment,
  type JWSTransactionDecodedPayload,
  type NotificationHistoryResponse,
  NotificationTypeV2,
  SignedDataVerifier,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Renewal } from '../payment-provider.ts';
import { currencyDigits } from '../recharge-configs.ts';

/** Milliseconds per request. Short, because a user may be waiting. */
const timeLimit = 6_000;

export class AppStoreApi extends AppStoreServerAPIClient {
  readonly #origin: string;

  constructor(account: AppStoreAccount, key: string) {
    const { keyId, issuerId, bundleId, environment, apiOrigin } = account;
    super(key, keyId, issuerId, bundleId, environmentOf(environment));
    this.#origin = apiOrigin;
  }

  /** Signed notifications that Apple failed to deliver in a time range (milliseconds since 1970). */
  async *missedNotifications(startDate: number, endDate: number): AsyncGenerator<string> {
    const query = { startDate, endDate, onlyFailures: true };
    let page: string | null = null;
    do {
      const from: string | null = page;
      const history: NotificationHistoryResponse = await this.getNotificationHistory(from, query);
      for (const entry of history.notificationHistory ?? [])
        if (typeof entry?.signedPayload === 'string') yield entry.signedPayload;
      page = history.hasMore && history.paginationToken !== from ? (history.paginationToken ?? null) : null;
    } while (page !== null);
  }

  /** Skips the library's validation, which rejects a whole page because of one odd item. Callers must validate. */
  protected override makeRequest<T>(
    ...[path, method, query, body, _validator, type]: Parameters<AppStoreServerAPIClient['makeRequest']>
  ): Promise<T> {
    const takeAll = { validate: (_value: unknown): _value is T => true };
    return super.makeRequest<T>(path, method, query, body, takeAll, type);
  }

  protected override async makeFetchRequest(
    path: string,
    query: URLSearchParams,
    method: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<never> {
    const signal = AbortSignal.timeout(timeLimit);
    // The library expects the `Response` type of another fetch, but uses only fields that both types have.
    return (await fetchElsewhere(`${this.#origin}${path}?${query}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: body.toString() }),
    })) as never;
  }
}

/** Rejects if the key file is invalid. */
export async function openAppStoreApi(account: AppStoreAccount): Promise<AppStoreApi> {
  const key = await readFile(account.keyFile, 'utf8');
  createPrivateKey(key);
  return new AppStoreApi(account, key);
}

function environmentOf(environment: AppStoreAccount['environment']): Environment {
  return environment === 'production' ? Environment.PRODUCTION : Environment.SANDBOX;
}

export interface AppStoreAccount {
  bundleId: string;
  /** The app's number in the App Store; null in Apple's sandbox, where apps have no number. */
  appId: number | null;
  environment: 'production' | 'sandbox';
  rootFiles: string[];
  /** True to ask Apple whether its certificates were revoked. */
  onlineChecks: boolean;
  issuerId: string;
  keyId: string;
  keyFile: string;
  apiOrigin: string;
}

/** A purchase or renewal signed by the App Store; times in milliseconds since 1970. */
export interface Transaction {
  id: string;
  /** Id of the subscription's first transaction; equals `id` for other products. */
  originalId: string;
  productId: string;
  token: string | null;
  expires: number | null;
  revoked: number | null;
  /** Refunded fraction of the price, from 0 to 1. */
  returnedPart: number;
  isShared: boolean;
  /** True if another subscription of the same group replaced it. */
  isUpgraded: boolean;
  /** In thousandths of the currency's unit. */
  price: number;
  currency: string;
}

/** `graceUntil` is the end of the grace period after a failed renewal. */
export interface Notification {
  id: string;
  /** True if a refund was undone. */
  isReversal: boolean;
  transaction: Transaction | null;
  graceUntil: number | null;
}

export class NotSigned extends Error {}

/** Verifies and decodes texts that Apple signed for this app, with Apple's library and root certificates. */
export class SignedReader {
  readonly #verifier: SignedDataVerifier;

  constructor({ onlineChecks, environment, bundleId, appId }: AppStoreAccount, roots: Buffer[]) {
    this.#verifier = new SignedDataVerifier(
      roots,
      onlineChecks,
      environmentOf(environment),
      bundleId,
      appId ?? undefined,
    );
  }

  static async open(account: AppStoreAccount): Promise<SignedReader> {
    const files = await Promise.all(account.rootFiles.map(file => readFile(file)));
    return new SignedReader(
      account,
      files.map(bytes => new X509Certificate(bytes).raw),
    );
  }

  /** Throws `NotSigned`, or "unavailable" if Apple's certificate checks do not respond. */
  async transaction(signed: string): Promise<Transaction> {
    const data = await trusted(this.#verifier.verifyAndDecodeTransaction(signed));
    const { transactionId, productId, revocationDate = null } = data;
    if (!transactionId || !productId) throw new NotSigned('a transaction lacks its number or its product');
    return {
      id: transactionId,
      originalId: data.originalTransactionId ?? transactionId,
      productId,
      token: data.appAccountToken ?? null,
      expires: data.expiresDate ?? null,
      revoked: revocationDate,
      returnedPart: revocationDate === null ? 0 : returnedPart(data),
      isShared: data.inAppOwnershipType === 'FAMILY_SHARED',
      isUpgraded: data.isUpgraded ?? false,
      price: data.price ?? 0,
      currency: data.currency ?? '',
    };
  }

  /** Null if the subscription does not renew. Throws the same errors as `transaction`. */
  async renewal(signed: string): Promise<Renewal | null> {
    const data = await trusted(this.#verifier.verifyAndDecodeRenewalInfo(signed));
    const { autoRenewStatus, renewalPrice, currency } = data;
    if (autoRenewStatus !== AutoRenewStatus.ON) return null;
    if (renewalPrice === undefined || !currency) return { price: null };
    return { price: { amount: fromThousandths(renewalPrice, currency), currency: currency.toUpperCase() } };
  }

  /** Throws the same errors as `transaction`. */
  async notification(signed: string): Promise<Notification> {
    const { notificationUUID, notificationType, data } = await trusted(
      this.#verifier.verifyAndDecodeNotification(signed),
    );
    if (!notificationUUID) throw new NotSigned('a notification lacks its id');
    const { signedTransactionInfo, signedRenewalInfo } = data ?? {};
    const renewal = signedRenewalInfo
      ? await trusted(this.#verifier.verifyAndDecodeRenewalInfo(signedRenewalInfo))
      : null;
    return {
      id: notificationUUID,
      isReversal: notificationType === NotificationTypeV2.REFUND_REVERSED,
      transaction: signedTransactionInfo ? await this.transaction(signedTransactionInfo) : null,
      graceUntil: renewal?.gracePeriodExpiresDate ?? null,
    };
  }
}

/** Converts thousandths of a currency's unit to its smallest unit. */
export function fromThousandths(price: number, currency: string): number {
  return Math.round(price / 10 ** (3 - currencyDigits(currency)));
}

/** For the log: the id in a signed text, not verified. If the text has none, its last 20 characters. */
export function numberIn(signed: string): string {
  try {
    const [, payload = ''] = signed.split('.');
    const { notificationUUID, transactionId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return String(notificationUUID ?? transactionId ?? signed.slice(-20));
  } catch {
    return String(signed).slice(-20);
  }
}

/** 0 if a family member stopped sharing: no refund. `revocationPercentage`: thousandths of a percent. */
function returnedPart({
  revocationType,
  revocationPercentage,
  inAppOwnershipType,
}: JWSTransactionDecodedPayload): number {
  if (revocationType === 'FAMILY_REVOKE' || inAppOwnershipType === 'FAMILY_SHARED') return 0;
  if (revocationType !== 'REFUND_PRORATED' || revocationPercentage === undefined) return 1;
  return Math.min(Math.max(revocationPercentage / 100_000, 0), 1);
}

async function trusted<Data>(reading: Promise<Data>): Promise<Data> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof VerificationException)) throw error;
    if (error.status === VerificationStatus.RETRYABLE_VERIFICATION_FAILURE) {
      throw new ApiError('overloaded', 'error.payment-unavailable');
    }
    throw new NotSigned(`Apple's check says ${VerificationStatus[error.status]}`, { cause: error });
  }
}
