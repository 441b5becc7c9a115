import { verify } from 'node:crypto';
import type { AdKeys } from './admob-keys.ts';

/** What AdMob says of an ad that was watched to its end; `time` in milliseconds. */
export interface WatchedAd {
  transactionId: string;
  customData: string;
  userId: string | null;
  time: number;
}

/**
 * Reads the query of a callback as it came, or returns null when AdMob did not sign it: ECDSA with SHA-256 over
 * everything in front of `&signature=`. https://developers.google.com/admob/android/ssv
 */
export async function readCallback(query: string, keys: AdKeys): Promise<WatchedAd | null> {
  const [, content, signature, keyId] = query.match(/^(.+)&signature=([\w=-]+)&key_id=(\d+)$/) ?? [];
  if (!content || !signature || !keyId) return null;
  const key = await keys(keyId);
  if (!key) return null;

  const bytes = Buffer.from(signature, 'base64url');
  // Google's own verifier decodes the query first.
  const contents = [content, decode(content)].filter(text => text !== null);
  if (!contents.some(text => verify('sha256', Buffer.from(text), key, bytes))) return null;
  return readFields(content);
}

/** Null as well when a name comes twice: an encoded `&` in one value must not become a second one. */
function readFields(content: string): WatchedAd | null {
  const fields = new URLSearchParams(content);
  const names = [...fields.keys()];
  const transactionId = fields.get('transaction_id');
  const time = Number(fields.get('timestamp'));
  if (new Set(names).size < names.length || !transactionId || !Number.isSafeInteger(time)) return null;
  return {
    transactionId,
    time,
    customData: fields.get('custom_data') ?? '',
    userId: fields.get('user_id') || null,
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
