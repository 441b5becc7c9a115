import { ECDH } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashOf } from '../accounts/sessions.ts';
import type { DbAndClock } from '../db/database.ts';
import { wrongParameter } from '../http/api-error.ts';
import { callerOf, tokenOf } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import type { VapidKeys } from './check-vapid-keys.ts';
import { addPushRequest, isPushAddress } from './push-requests.ts';

interface PushParts extends DbAndClock {
  vapid: VapidKeys;
}

export async function pushRoutes(app: FastifyInstance, parts: PushParts): Promise<void> {
  serveCall(app, 'getPushKey', async () => ({ key: parts.vapid.publicKey }));

  serveCall(app, 'subscribePush', async request => {
    const { train_id: trainId, generate_id, endpoint, keys } = request.body;
    if (!isPushAddress(endpoint, new URL(originOf(request)).hostname))
      throw wrongParameter('endpoint', 'parameter.push-address');
    if (!isPoint(keys.p256dh)) throw wrongParameter('keys.p256dh', 'parameter.push-key');
    if (bytesOf(keys.auth)?.length !== 16) throw wrongParameter('keys.auth', 'parameter.push-key');
    const own = { userId: callerOf(request), trainId, generateId: generate_id || null };
    await addPushRequest(parts, own, {
      endpoint,
      ...keys,
      session: hashOf(tokenOf(request) ?? ''),
      language: languageOf(request.headers['user-language']),
    });
    return null;
  });
}

function bytesOf(text: string): Buffer | null {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 65) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
