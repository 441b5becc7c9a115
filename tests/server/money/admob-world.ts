import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TestUser } from '../support/backend.ts';

/** A pair of keys as AdMob uses. */
export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** The key that AdMob's list names first. */
const known = newKey();

/** AdMob's list of keys, by id. */
export const listed = new Map<number, KeyObject>([[1234, known.publicKey]]);

/** What AdMob's list of keys says. */
export function keyList() {
  const keys = [...listed].map(([keyId, key]) => ({
    keyId,
    pem: key.export({ type: 'spki', format: 'pem' }),
    base64: key.export({ type: 'spki', format: 'der' }).toString('base64'),
  }));
  return { body: { keys } };
}

/** Ten random letters. */
export function randomText(): string {
  return randomBytes(5).toString('hex');
}

/** The query of a callback, unsigned. */
export function queryOf(fields: Record<string, string> = {}): string {
  const all = {
    ad_network: '5450213213286189855',
    ad_unit: '1234567890',
    custom_data: randomText(),
    reward_amount: '15',
    reward_item: 'coins',
    timestamp: String(Date.now()),
    transaction_id: randomText(),
    ...fields,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** A query with a signature over it, or over `text`. */
export function signed(query: string, { key = known.privateKey, keyId = 1234, text = query } = {}): string {
  const signature = sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${query}&signature=${signature}&key_id=${keyId}`;
}

/** Claims the coins of the ad with an id. */
export function claim(user: TestUser, id: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomText();
  const secret = 'tyy-sandbox-ad-secret';
  const hash = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest('hex');
  return user.post('adReward', { timestamp, nonce, sign: hash, id });
}
