import { createHash } from 'node:crypto';
import { newId } from '../db/new-id.ts';

/** What WeChat's JS-SDK is configured with; `timestamp` in seconds since 1970. */
export interface PageSignature {
  timestamp: number;
  nonce_str: string;
  signature: string;
}

/** Signs the address of a page, without its fragment, by the rule of WeChat's JS-SDK. */
export function signPage(ticket: string, address: string, now: number): PageSignature {
  const timestamp = Math.floor(now / 1000);
  const nonce = newId();
  // The order of the fields is part of the rule, and nothing is encoded.
  const text = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${withoutFragment(address)}`;
  return { timestamp, nonce_str: nonce, signature: createHash('sha1').update(text).digest('hex') };
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
