import { type KeyObject, sign, verify } from 'node:crypto';

/** Signs a JSON Web Token with an RSA key (RS256) or a P-256 key (ES256). */
export function signToken(key: KeyObject, header: object, claims: object): string {
  const text = [header, claims]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** Returns the header and the claims of a token; null unless this key signed it. */
export function readToken(key: KeyObject, token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  const own = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, own, Buffer.from(signature, 'base64url'))) return null;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: read(header), claims: read(claims) };
}
