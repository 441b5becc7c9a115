import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';
import type { ClientAuth } from 'openid-client';
import * as oidc from 'openid-client';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';
import type { AppleKey, OidcIssuer } from './oidc-issuer.ts';

/** Each client secret is made for one request and expires after this time. Apple allows up to half a year. */
const lifetime = '5m';

/** Time limit in seconds for each request to an issuer. Short, because a user is waiting. */
export const timeLimit = 8;

export interface Discovered {
  /** Fetches the issuer's metadata once and caches it. After a failure, the next call retries. */
  read(): Promise<oidc.Configuration>;
  /**
   * Exchanges a code for tokens. Sends the client secret in the body if the issuer's metadata allows that, else by HTTP
   * Basic. If the issuer allows both but rejects the body, tries HTTP Basic and, if that works, keeps using it.
   */
  redeem(
    back: URL,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): ReturnType<typeof oidc.authorizationCodeGrant>;
}

export function discovered(issuer: OidcIssuer): Discovered {
  const secret = issuer.client?.secret ?? null;
  let reading: Promise<oidc.Configuration> | null = null;
  let isRegisteredForBasic = false;

  const sendSecret: oidc.ClientAuth = (server, client, body, headers) => {
    const isPost = methodsOf(server).includes('client_secret_post') && !isRegisteredForBasic;
    const method = isPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    method(secret as string)(server, client, body, headers);
  };

  function auth(): oidc.ClientAuth {
    if (secret === null) return oidc.None();
    return typeof secret === 'string' ? sendSecret : appleSecret(secret);
  }

  function read(): Promise<oidc.Configuration> {
    reading ??= discover(issuer, auth()).catch(error => {
      reading = null;
      throw error;
    });
    return reading;
  }

  return {
    read,
    async redeem(back, checks) {
      const config = await read();
      try {
        return await oidc.authorizationCodeGrant(config, back, checks);
      } catch (error) {
        const methods = methodsOf(config.serverMetadata());
        const hasBoth = ['client_secret_post', 'client_secret_basic'].every(way => methods.includes(way));
        if (!isUnknownClient(error) || !hasBoth || typeof secret !== 'string') throw error;
        isRegisteredForBasic = !isRegisteredForBasic;
        return oidc.authorizationCodeGrant(config, back, checks).catch((second: unknown) => {
          if (!isUnknownClient(second)) throw second;
          isRegisteredForBasic = !isRegisteredForBasic;
          throw error;
        });
      }
    },
  };
}

/**
 * The default if the metadata names no methods:
 * https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
function methodsOf({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): string[] {
  return methods ?? ['client_secret_basic'];
}

/** True if the secret is wrong. After HTTP Basic, issuers report that in a header, else in the body. */
const isUnknownClient = (error: unknown) =>
  error instanceof oidc.ResponseBodyError
    ? error.error === 'invalid_client'
    : error instanceof oidc.WWWAuthenticateChallengeError;

async function discover(
  { issuer, client, audiences }: OidcIssuer,
  auth: oidc.ClientAuth,
): Promise<oidc.Configuration> {
  // The library requires a client id. Without a browser client any id will do, because none is ever sent.
  const id = client?.id ?? audiences[0]!;
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(new URL(issuer), id, undefined, auth, {
    timeout: timeLimit,
    [oidc.customFetch]: (address, init) => fetchElsewhere(address, init as RequestInit, { home: issuer }),
    // Verify token signatures with the issuer's keys, instead of only trusting the TLS connection.
    execute: [...insecure, oidc.enableNonRepudiationChecks],
  });
}

/** Apple expects a signed token as the client secret; we sign a new one for each request. */
function appleSecret({ teamId, keyId, keyFile }: AppleKey): ClientAuth {
  return async (server, client, body) => {
    const key = await importPKCS8(await readFile(keyFile, 'utf8'), 'ES256');
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client.client_id)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(key);
    body.set('client_id', client.client_id);
    body.set('client_secret', secret);
  };
}
