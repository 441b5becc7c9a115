import { Type } from 'typebox';
import { type CallDefinition, Nothing } from './call.ts';

/** Web Push when a job ends, also while the app is closed. */
export const pushCalls = {
  getPushKey: {
    method: 'GET',
    summary: 'The key (VAPID, RFC 8292) for which a browser subscribes to push messages',
    data: Type.Object({ key: Type.String({ description: 'base64url, 65 bytes' }) }),
    feature: 'push',
  },
  subscribePush: {
    method: 'POST',
    summary: 'Tell this device when a running job is over; a job that is over already tells nobody',
    body: Type.Object({
      train_id: Type.String({ maxLength: 64 }),
      generate_id: Type.Optional(Type.String({ maxLength: 64, description: 'may be missing or empty' })),
      endpoint: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'where the push service takes messages for the device: https, a public name, no port',
      }),
      keys: Type.Object({
        p256dh: Type.String({ minLength: 1, maxLength: 100, description: 'base64url, 65 bytes' }),
        auth: Type.String({ minLength: 1, maxLength: 100, description: 'base64url, 16 bytes' }),
      }),
    }),
    data: Nothing,
    feature: 'push',
  },
} satisfies Record<string, CallDefinition>;
