import { readFile } from 'node:fs/promises';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  importPKCS8,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { ClientAuth } from 'openid-client';
import * as oidc from 'openid-client';
import { fetchElsewhere, mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../../http/api-error.ts';
import { type CodeProof, type Identity, type LoginProvider, profileOf } from '../login.ts';
import { hashOf } from '../sessions.ts';

/** Maximum age of a native app's identity token, and tolerated clock difference, both in seconds. */
const oldestToken = 24 * 60 * 60;
const clockTolerance = 60;

/** Only algorithms with a key pair. With a shared secret, everyone who can verify tokens could also sign them. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface SignInPage {
  redirect_uri: string;
  state: string;
  nonce: string;
  code_challenge: string;
}

/** Returns the address of the issuer's sign-in page; null if the issuer is unavailable. */
export type FindSignInPage = (page: SignInPage) => Promise<URL | null>;

interface OidcLogin {
  login: LoginProvider;
  /** Null if only native apps sign in. */
  findPage: FindSignInPage | null;
}

/** Signs in with a code and its proof, or with a native app's token, once. If the issuer is unavailable, throws 503. */
export function openOidcLogin(
  issuer: OidcIssuer,
  clock: () => number,
  onProblem: (problem: Error) => void,
  onRefusal: (reason: string) => void = () => {},
): OidcLogin {
  const server = discovered(issuer);
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  async function readToken(token: string): Promise<Identity | null> {
    const { jwks_uri, issuer: name } = (await server.read()).serverMetadata();
    if (!jwks_uri) throw new Error('The issuer does not say where its keys are.');
    keys ??= createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: timeLimit * 1000,
      [customFetch]: (address, init) =>
        fetchElsewhere(address, init, { home: issuer.issuer, most: mostBytes.keys }),
    });
    const { payload } = await jwtVerify(token, keys, {
      // Google's tokens may give the issuer without https://.
      // https://developers.google.com/identity/openid-connect/openid-connect
      issuer: [name, name.replace('https://', '')],
      audience: issuer.audiences,
      algorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: oldestToken,
      clockTolerance,
      currentDate: new Date(clock()),
    });
    if (!isCanonical(token)) throw new errors.JWSInvalid('not canonical base64url');
    const identity = identityOf(payload);
    // Leave out the signature: ECDSA signatures have a second valid form, with which a token could be used twice.
    const signed = token.slice(0, token.lastIndexOf('.'));
    const once = { hash: hashOf(signed), since: new Date(payload.iat! * 1000) };
    return identity && { ...identity, once };
  }

  async function redeem(code: string, proof: Required<Omit<CodeProof, 'iss'>> & CodeProof) {
    const config = await server.read();
    const back = new URL(proof.redirect_uri);
    back.searchParams.set('code', code);
    if (proof.iss !== undefined) back.searchParams.set('iss', proof.iss);
    const tokens = await server.redeem(back, {
      pkceCodeVerifier: proof.code_verifier,
      expectedNonce: proof.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    // Many issuers return the user's name only from the userinfo endpoint. Sign-in works without a name.
    const hasMore = claims.name === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore
      ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}))
      : {};
    return identityOf({ ...more, ...claims });
  }

  async function findPage(page: SignInPage): Promise<URL | null> {
    const parameters = { ...page, scope: issuer.scope, code_challenge_method: 'S256' };
    try {
      return oidc.buildAuthorizationUrl(await server.read(), parameters);
    } catch (error) {
      onProblem(new Error(`${issuer.issuer} could not be asked for its sign-in page.`, { cause: error }));
      return null;
    }
  }

  return {
    async login(token, proof = {}) {
      try {
        if (!proof.code_verifier) return issuer.audiences.length > 0 ? await readToken(token) : null;
        const { redirect_uri, code_verifier, nonce } = proof;
        if (!issuer.client || !redirect_uri || !nonce) return null;
        return await redeem(token, { ...proof, redirect_uri, code_verifier, nonce });
      } catch (error) {
        if (isRefusal(error)) {
          onRefusal(`A sign-in at ${issuer.issuer} is refused: ${reasonOf(error)}.`);
          return null;
        }
        onProblem(
          new Error(`${issuer.issuer} could not be asked about a sign-in.`, { cause: inWords(error) }),
        );
        throw new ApiError('overloaded', 'error.sign-in-unavailable');
      }
    },
    findPage: issuer.client && findPage,
  };
}

/** jose ignores blanks, padding and stray bits, so a token could be used again in another spelling. */
function isCanonical(token: string): boolean {
  return token.split('.').every(part => part === Buffer.from(part, 'base64url').toString('base64url'));
}

function identityOf({ sub, name, picture }: JWTPayload): Identity | null {
  if (!sub || sub.length > 255) return null;
  return { name: sub, ...profileOf(name, picture) };
}

/** The error's message, and the value of the wrong claim, if a claim is wrong. */
function reasonOf(error: unknown): string {
  const { message } = inWords(error) as Error;
  if (!(error instanceof errors.JWTClaimValidationFailed)) return message;
  return `${message} ${JSON.stringify(error.payload[error.claim] ?? null).slice(0, 300)}`;
}

/** Adds the issuer's own message, which openid-client does not put into the error's message. */
function inWords(error: unknown): unknown {
  if (isOtherName(error))
    return new Error(`The issuer calls itself ${error.cause.body.issuer}`, { cause: error });
  const isChallenge = error instanceof oidc.WWWAuthenticateChallengeError;
  if (!isChallenge && !(error instanceof oidc.ResponseBodyError)) return error;
  const said = isChallenge ? (error.cause[0]?.parameters ?? {}) : error;
  const { status } = error;
  const { error: name, error_description = '' } = said;
  return new Error(`The issuer returned ${status} with ${name}: ${error_description}`, { cause: error });
}

/** True if the issuer's name in its metadata differs from the name in our setting. */
function isOtherName(error: unknown): error is Error & { cause: { body: { issuer: string } } } {
  const cause = error instanceof oidc.ClientError ? error.cause : null;
  return (cause as { attribute?: string } | null)?.attribute === 'issuer';
}

/** Error codes of openid-client for a response that does not fit the request or the issuer. */
const refusals = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

/** True if the token is at fault; false if the issuer or our settings are. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant';
  if (error instanceof oidc.ClientError) return refusals.includes(error.code ?? '');
  const isAway = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  // `ERR_JOSE_GENERIC`: jose could not load the issuer's keys, so the token is not at fault.
  return error instanceof errors.JOSEError && !isAway && error.code !== 'ERR_JOSE_GENERIC';
}

/** A client secret for Apple is made for one request and expires after this time. Apple allows up to half a year. */
const lifetime = '5m';

/** Time limit in seconds for each request to an issuer. Short, because a user is waiting. */
const timeLimit = 8;

function discovered(issuer: OidcIssuer) {
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

  /** Fetches the issuer's metadata once and caches it. After a failure, the next call retries. */
  function read(): Promise<oidc.Configuration> {
    reading ??= discover(issuer, auth()).catch(error => {
      reading = null;
      throw error;
    });
    return reading;
  }

  return {
    read,
    /** Sends the secret in the body or by HTTP Basic. If the issuer allows both but rejects one, tries the other. */
    async redeem(back: URL, checks: oidc.AuthorizationCodeGrantChecks) {
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

/** Default: https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
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

/** Apple's developer key. It signs the client secret of a Services ID. */
interface AppleKey {
  teamId: string;
  keyId: string;
  keyFile: string;
}

export interface OidcIssuer {
  loginType: string;
  /** The issuer's address, spelled exactly as in its metadata. */
  issuer: string;
  /** The client for browsers; null if only native apps sign in. `secret` is null for a public client. */
  client: { id: string; secret: string | AppleKey | null } | null;
  /** Client ids for which an identity token may be issued. */
  audiences: string[];
  scope: string;
}
