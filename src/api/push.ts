import { object } from '../platform/parse.ts';
import type { PushDevice } from '../platform/subscribe-device.ts';
import type { JobIds } from '../state/job.ts';
import { get, post } from './client.ts';
import { nothing, words } from './data.ts';

const parseKey = object({ key: words });

/** Loads the server's key for push subscriptions, in base64url. */
export async function getPushKey(): Promise<string> {
  return (await get('getPushKey', {}, parseKey, { feature: 'push', signIn: false })).key;
}

/** Asks the server to send a push message to this device when the job ends. */
export async function subscribePush({ trainId, generateId }: JobIds, device: PushDevice): Promise<void> {
  const body = { train_id: trainId, generate_id: generateId, ...device };
  await post('subscribePush', body, nothing, { feature: 'push', signIn: false });
}
