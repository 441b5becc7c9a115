import { createPrivateKey, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';

const scope = 'https://www.googleapis.com/auth/androidpublisher';

/** Milliseconds before its expiry at which a token is replaced. */
const early = 60_000;
const timeLimit = 6_000;

const Key = Type.Object({
  client_email: Type.String(),
  private_key: Type.String(),
  token_uri: Type.String(),
});

const Grant = Type.Object({ access_token: Type.String(), expires_in: Type.Integer() });

export type ServiceToken = () => Promise<string>;

/** Returns access tokens for a service account, by signed assertions (RFC 7523), each cached until it expires. */
export async function openServiceToken(keyFile: string, clock: () => number): Promise<ServiceToken> {
  const { client_email, private_key, token_uri } = Value.Parse(
    Key,
    JSON.parse(await readFile(keyFile, 'utf8')),
  );
  const key = createPrivateKey(private_key);
  let cached = { token: '', until: 0 };

  return async () => {
    if (clock() < cached.until) return cached.token;
    const now = Math.floor(clock() / 1000);
    const claims = { iss: client_email, scope, aud: token_uri, iat: now, exp: now + 3600 };
    const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const assertion = `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    const response = await fetchElsewhere(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(timeLimit),
    });
    if (!response.ok) throw new Error(`Google gave no token: ${response.status} ${await response.text()}`);
    const { access_token, expires_in } = Value.Parse(Grant, await response.json());
    cached = { token: access_token, until: clock() + expires_in * 1000 - early };
    return access_token;
  };
}
