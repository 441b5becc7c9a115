import { verify } from 'node:crypto';
import type { FindKey } from '../keep-keys.ts';

/** An ad that AdMob says was watched to its end; `time` in milliseconds. */
export interface WatchedAd {
  transactionId: string;
  /** The part of the ad unit's id after the `/`. */
  adUnit: string;
  customData: string;
  userId: string | null;
  time: number;
}

/**
 * Parses a callback's query: `unsigned` without a valid signature of AdMob (ECDSA with SHA-256 over the text before
 * `&signature=`), `malformed` if signed fields are missing or invalid. https://developers.google.com/admob/android/ssv
 */
export async function readCallback(
  query: string,
  keys: FindKey,
): Promise<WatchedAd | 'unsigned' | 'malformed'> {
  const [, content, signature, keyId] = query.match(/^(.+)&signature=([\w=-]+)&key_id=(\d+)$/) ?? [];
  if (!content || !signature || !keyId) return 'unsigned';
  const key = await keys(keyId);
  if (!key) return 'unsigned';

  const bytes = Buffer.from(signature, 'base64url');
  // Google's own verifier decodes the query first.
  const contents = [content, decode(content)].filter(text => text !== null);
  if (!contents.some(text => verify('sha256', Buffer.from(text), key, bytes))) return 'unsigned';
  return readFields(content) ?? 'malformed';
}

/** Null also if a name occurs twice: an encoded `&` in a value must not become a second field. */
function readFields(content: string): WatchedAd | null {
  const fields = new URLSearchParams(content);
  const names = [...fields.keys()];
  const transactionId = fields.get('transaction_id');
  const adUnit = fields.get('ad_unit');
  const time = Number(fields.get('timestamp'));
  const isOdd =
    new Set(names).size < names.length || [...fields.values()].some(value => value.includes('\0'));
  if (isOdd || !transactionId || !adUnit || !time || !Number.isSafeInteger(time)) return null;
  return {
    transactionId,
    adUnit,
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
