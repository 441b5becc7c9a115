import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  AppStoreServerAPIClient,
  Environment,
  type NotificationHistoryResponse,
} from '@apple/app-store-server-library';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';
import type { AppStoreAccount } from './app-store-account.ts';

/** Milliseconds for one request; a user may be waiting. */
const timeLimit = 6_000;

/** Apple's client of the App Store Server API, at the account's address and with an end to its patience. */
export class AppStoreApi extends AppStoreServerAPIClient {
  readonly #origin: string;

  constructor(account: AppStoreAccount, key: string) {
    const { keyId, issuerId, bundleId, environment, apiOrigin } = account;
    super(key, keyId, issuerId, bundleId, environmentOf(environment));
    this.#origin = apiOrigin;
  }

  /** The signed notifications of a span of time that did not reach us. */
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

  /** The library rejects a page as a whole for one odd entry: here each value is checked where it is used. */
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
    // The library wants the response of another fetch, of which it uses what both have.
    return (await fetchElsewhere(`${this.#origin}${path}?${query}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: body.toString() }),
    })) as never;
  }
}

/** Opens it with the key of the account's file. */
export async function openAppStoreApi(account: AppStoreAccount): Promise<AppStoreApi> {
  const key = await readFile(account.keyFile, 'utf8');
  createPrivateKey(key);
  return new AppStoreApi(account, key);
}

/** The name that Apple's library has for an environment. */
export function environmentOf(environment: AppStoreAccount['environment']): Environment {
  return environment === 'production' ? Environment.PRODUCTION : Environment.SANDBOX;
}
