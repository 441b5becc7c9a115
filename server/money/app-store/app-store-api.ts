import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  AppStoreServerAPIClient,
  Environment,
  type NotificationHistoryResponse,
} from '@apple/app-store-server-library';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';

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

export function environmentOf(environment: AppStoreAccount['environment']): Environment {
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
  /** Path of the private key file (PEM). */
  keyFile: string;
  apiOrigin: string;
}
