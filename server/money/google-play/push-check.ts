import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { fetchElsewhere, mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { keepKeys } from '../keep-keys.ts';
import type { GooglePlayAccount } from './google-play-api.ts';

const hour = 60 * 60_000;

const timeLimit = 5_000;

const issuers = ['https://accounts.google.com', 'accounts.google.com'];

/** True if the authorization header contains a token that Google issued for our audience and our service account. */
export type PushCheck = (authorization: string) => Promise<boolean>;

/** Verifies the tokens of Pub/Sub's pushes with Google's public keys, cached for an hour. */
export function openPushCheck(
  { keysUrl, pushAudience, pushAccount }: GooglePlayAccount,
  clock: () => number,
): PushCheck {
  const findKey = keepKeys(
    async () => {
      const response = await fetchElsewhere(
        keysUrl,
        { signal: AbortSignal.timeout(timeLimit) },
        { most: mostBytes.keys },
      );
      if (!response.ok) throw new Error(`Google's keys came with status ${response.status}.`);
      const list = ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys;
      return new Map(list.map(key => [key.kid, createPublicKey({ key, format: 'jwk' })]));
    },
    { clock, longest: hour },
  );

  return async authorization => {
    const [header = '', claims = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
    const { alg, kid } = partOf(header);
    const key = alg === 'RS256' ? await findKey(String(kid)) : null;
    const text = Buffer.from(`${header}.${claims}`);
    if (!key || !verify('sha256', text, key, Buffer.from(signature, 'base64url'))) return false;
    const { iss, aud, exp, email, email_verified } = partOf(claims);
    return (
      issuers.includes(String(iss)) &&
      aud === pushAudience &&
      Number(exp) * 1000 > clock() &&
      email === pushAccount &&
      email_verified === true
    );
  };
}

function partOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}
