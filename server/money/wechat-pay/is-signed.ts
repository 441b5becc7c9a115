import { type KeyObject, verify } from 'node:crypto';

/** Seconds. */
const longestAge = 300;

export interface SignedHeaders {
  serial: string;
  timestamp: string;
  nonce: string;
  signature: string;
}

/** Missing headers become empty. */
export function signedHeaders(read: (name: string) => string | null): SignedHeaders {
  const [serial, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map(
    name => read(`wechatpay-${name}`) ?? '',
  );
  return { serial: serial!, timestamp: timestamp!, nonce: nonce!, signature: signature! };
}

/** True if WeChat Pay signed the body within five minutes; `now` in milliseconds. */
export function isSigned(
  { timestamp, nonce, signature }: SignedHeaders,
  body: string,
  key: KeyObject,
  now: number,
): boolean {
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= longestAge)) return false;
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
  return verify('sha256', text, key, Buffer.from(signature, 'base64'));
}
