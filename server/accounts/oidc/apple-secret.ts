import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';
import type { ClientAuth } from 'openid-client';
import type { AppleKey } from './oidc-issuer.ts';

/** Apple takes at most half a year; a request needs it for a moment. */
const lifetime = '5m';

/** How a Services ID proves itself to Apple: its secret is a token, signed anew for each request. */
export function appleSecret({ teamId, keyId, keyFile }: AppleKey): ClientAuth {
  return async (server, client, body) => {
    const key = await importPKCS8(await readFile(keyFile, 'utf8'), 'ES256');
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client.client_id)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(key);
    body.set('client_id', client.client_id);
    body.set('client_secret', secret);
  };
}
