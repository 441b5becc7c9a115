import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Body } from '../../../../server/contract/calls.ts';
import { openIssuer } from '../../../../tools/oidc/open-issuer.ts';
import { type TestBackend, TestUser } from '../../support/backend.ts';

/** The app's address, registered at the issuers. */
export const home = 'https://app.example/tyy/';

export const clientSecret = 'a secret between two';

/** Opens an issuer with the client `web`. Also returns a function that signs tokens with its key. */
export async function openSigningIssuer(alg: 'RS256' | 'ES256' = 'RS256') {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'first', alg, use: 'sig' };
  const web = {
    client_id: 'web',
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_post' as const,
    redirect_uris: [home],
    id_token_signed_response_alg: alg,
  };
  const issuer = await openIssuer([web], key);
  return {
    ...issuer,
    sign: (claims: JWTPayload, kid = 'first') =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey),
  };
}

const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** The secrets that a browser keeps while its user signs in at the issuer. */
export const begin = () => ({ state: random(), nonce: random(), code_verifier: random() });

type Begun = ReturnType<typeof begin>;

/** The backend's address that redirects a browser to the issuer's page. */
export function pageOf(
  login_type: string,
  { state, nonce, code_verifier }: Begun,
  redirect_uri = home,
): string {
  const query = { login_type, redirect_uri, state, nonce, code_challenge: challengeOf(code_verifier) };
  return `/sign-in?${new URLSearchParams(query)}`;
}

/** Signs in as `name` at the issuer; returns the issuer's redirect parameters. */
export async function comeBack({ app }: TestBackend, loginType: string, begun: Begun, name: string) {
  const { headers } = await app.inject({ url: pageOf(loginType, begun) });
  const { searchParams } = await signInAtIssuer(String(headers.location), name);
  return {
    code: searchParams.get('code')!,
    iss: searchParams.get('iss')!,
    state: searchParams.get('state')!,
  };
}

export const login = (backend: TestBackend, body: Partial<Body<'login'>>) =>
  new TestUser(backend, '').post('login', body as Body<'login'>);

/** The body of a login request with the issuer's redirect parameters. */
export const proofOf = (login_type: string, { code, iss }: { code: string; iss: string }, begun: Begun) => ({
  login_type,
  token: code,
  redirect_uri: home,
  code_verifier: begun.code_verifier,
  nonce: begun.nonce,
  iss,
});

/** Acts as a browser on the issuer's pages: keeps cookies, follows redirects and submits both forms. */
async function signInAtIssuer(page: string, name: string): Promise<URL> {
  const jar = new Map<string, string>();

  async function ask(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(pair => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    return response;
  }

  let address = page;
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 12; steps++) {
    const response = await ask(address, form);
    form = undefined;
    const location = response.headers.get('location');
    if (location?.startsWith(home)) return new URL(location);
    if (location) {
      address = new URL(location, address).href;
      continue;
    }
    const html = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    const action = /action="([^"]+)"/.exec(html)?.[1];
    if (!prompt || !action) throw new Error(`${address} shows ${response.status}: ${html}`);
    address = new URL(action, address).href;
    form = { prompt, login: name, password: 'any' };
  }
  throw new Error('The issuer never came back.');
}
