import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

/** A double of an OpenID Connect issuer: discovery, keys and token endpoint, but no sign-in page. */
export interface OidcDouble extends HttpDouble {
  /** Signs an identity token that is valid for ten minutes. */
  sign(claims: JWTPayload): Promise<string>;
}

/**
 * Opens a double. `redeem` responds to token requests. `hasUserInfo` adds `/userinfo` to the discovery document, `more`
 * adds other fields. The issuer's name is the double's origin followed by `end`.
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
