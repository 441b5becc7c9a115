import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

/** An OpenID Connect issuer as far as its descriptions, its keys and its tokens go: nobody signs in there. */
export interface OidcDouble extends HttpDouble {
  /** Signs an identity token that counts for ten minutes from now. */
  sign(claims: JWTPayload): Promise<string>;
}

/**
 * Opens one; `redeem` responds to a form that asks for tokens, and `/userinfo` is named where users tell more there. `end` is
 * what its name has after its origin, `more` what else it says of itself.
 */
export async function openOidcDouble(
  redeem: (form: Record<string, string>) => Promise<DoubleResponse>,
  { hasUserInfo = false, end = '', more = {} } = {},
): Promise<OidcDouble> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const http = await openHttpDouble(async ({ url, body }) => {
    const at = (path: string) => http.origin + path;
    if (url.pathname === '/.well-known/openid-configuration') {
      return {
        body: {
          issuer: http.origin + end,
          jwks_uri: at('/keys'),
          authorization_endpoint: at('/auth/authorize'),
          token_endpoint: at('/token'),
          ...(hasUserInfo && { userinfo_endpoint: at('/userinfo') }),
          ...more,
        },
      };
    }
    if (url.pathname === '/keys') return { body: { keys: [await exportJWK(publicKey)] } };
    if (url.pathname !== '/token') return { status: 404 };
    return redeem(Object.fromEntries(new URLSearchParams(body.toString())));
  });
  const sign = (claims: JWTPayload) =>
    new SignJWT({ iss: http.origin + end, ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
  return Object.assign(http, { sign });
}
