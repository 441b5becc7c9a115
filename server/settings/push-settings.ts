import { type Static, type TObject, Type } from 'typebox';
import { checkVapidKeys, type VapidKeys } from '../push/check-vapid-keys.ts';
import { readTogether } from './read-settings.ts';
import { text } from './setting-kinds.ts';

/** Web Push: messages when a job ends, also while the app is closed. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: Type.Optional(
    text({
      unset: 'no Web Push',
      description:
        'public key of a pair that `npx web-push generate-vapid-keys` prints; requires the two settings below, the same for all processes',
    }),
  ),
  VAPID_PRIVATE_KEY: Type.Optional(text({ description: 'its private key' })),
  VAPID_SUBJECT: Type.Optional(
    text({
      description: 'where push services reach the operator: mailto:push@example.com or https://example.com',
    }),
  ),
};

/** Null if not configured; throws a message that names what is wrong or missing. */
export function readPushSettings(settings: Static<TObject<typeof pushSettings>>): VapidKeys | null {
  const values = readTogether(settings, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']);
  if (!values) return null;
  const [publicKey, privateKey, subject] = values;
  const keys = { publicKey, privateKey, subject };
  checkVapidKeys(keys);
  return keys;
}
