import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppStoreServerAPIClient, Environment } from '@apple/app-store-server-library';
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

  protected override async makeFetchRequest(
    path: string,
    query: URLSearchParams,
    method: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<never> {
    const signal = AbortSignal.timeout(timeLimit);
    // The library wants the response of another fetch, of which it uses what both have.
    return (await fetch(`${this.#origin}${path}?${query}`, {
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
