import * as oidc from 'openid-client';
import { appleSecret } from './apple-secret.ts';
import type { OidcIssuer } from './oidc-issuer.ts';

/** Seconds for each request to an issuer; a user is waiting. */
export const timeLimit = 8;

/** Reads what an issuer says of itself, once; after a failure it is read again. */
export function discovered(issuer: OidcIssuer): () => Promise<oidc.Configuration> {
  let reading: Promise<oidc.Configuration> | null = null;
  return () => {
    reading ??= discover(issuer).catch(error => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function discover({ issuer, client, audiences }: OidcIssuer): Promise<oidc.Configuration> {
  // One without a client for browsers never says who it is.
  const id = client?.id ?? audiences[0]!;
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(new URL(issuer), id, undefined, authOf(client?.secret ?? null), {
    timeout: timeLimit,
    // The keys of the issuer are asked, not only the line by which a token came.
    execute: [...insecure, oidc.enableNonRepudiationChecks],
  });
}

function authOf(secret: NonNullable<OidcIssuer['client']>['secret']): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  return typeof secret === 'string' ? oidc.ClientSecretPost(secret) : appleSecret(secret);
}
