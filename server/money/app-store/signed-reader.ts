import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type JWSTransactionDecodedPayload,
  NotificationTypeV2,
  SignedDataVerifier,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import { ApiError } from '../../http/api-error.ts';
import type { AppStoreAccount } from './app-store-account.ts';
import { environmentOf } from './app-store-api.ts';

/** A purchase or a renewal, as the App Store signed it; times in milliseconds since 1970. */
export interface Transaction {
  id: string;
  /** The first one of a subscription; else the same. */
  originalId: string;
  productId: string;
  token: string | null;
  expires: number | null;
  revoked: number | null;
  /** The part of the price that went back, 0 to 1. */
  returnedPart: number;
  isShared: boolean;
  /** Whether another subscription of the group took its place, which ended it. */
  isUpgraded: boolean;
  /** In thousandths of the currency. */
  price: number;
  currency: string;
}

/** What the App Store reported; `graceUntil` is when the grace after a failed renewal ends. */
export interface Notification {
  id: string;
  /** Whether it says that a refund was undone. */
  isReversal: boolean;
  transaction: Transaction | null;
  graceUntil: number | null;
}

/** What is said to be signed by Apple for this app and is not. */
export class NotSigned extends Error {}

/** Reads what Apple signed for this app in this environment, checked by Apple's own library against Apple's roots. */
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

  /** Throws `NotSigned`, or a refusal for the moment where Apple cannot be asked about its certificates. */
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

  /** Throws as `transaction` does. */
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

/** The number of a signed text, for the log: read without a look at its signature; the end of the text where it has none. */
export function numberIn(signed: string): string {
  try {
    const [, payload = ''] = signed.split('.');
    const { notificationUUID, transactionId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return String(notificationUUID ?? transactionId ?? signed.slice(-20));
  } catch {
    return String(signed).slice(-20);
  }
}

/** Of a relative who no longer shares nothing went back; `revocationPercentage` is in thousandths of a per cent. */
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
