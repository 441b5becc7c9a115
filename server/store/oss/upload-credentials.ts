import { createHmac, randomBytes } from 'node:crypto';
import { isKeyPrefix } from '../object-key.ts';
import { sameSecret } from '../same-secret.ts';

const lifetime = 15 * 60 * 1000;

/** Prefix, end, session, and something that makes two of the same moment differ. */
type Claims = [prefix: string, expiresAt: number, session: string, nonce: string];

/** Temporary credentials as the API hands them out; `expiration` is ISO 8601. */
export interface IssuedCredentials {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
}

/** What genuine credentials allow: signing with the secret, below the prefix, until `expiresAt` (ms), or the session ends. */
export interface UploadGrant {
  /** Names the session that asked for them. */
  session: string;
  accessKeySecret: string;
  prefix: string;
  expiresAt: number;
}

/**
 * Issues and recognises upload credentials without a table: the security token itself says what is allowed,
 * is signed with the server's secret, and the access key is derived from it, so a restart invalidates nothing.
 */
export class UploadCredentials {
  readonly #secret: Uint8Array;
  readonly #clock: () => number;

  constructor(secret: Uint8Array, clock: () => number = Date.now) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Credentials of a session for 15 minutes that may only put keys below `prefix` (which ends with `/`). */
  issue(prefix: string, session: string): IssuedCredentials {
    if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
    const expiresAt = this.#clock() + lifetime;
    const claims: Claims = [prefix, expiresAt, session, randomBytes(9).toString('base64url')];
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${payload}.${this.#derive('token', payload)}`;

    return {
      access_key_id: this.#accessKeyId(token),
      access_key_secret: this.#accessKeySecret(token),
      security_token: token,
      expiration: new Date(expiresAt).toISOString(),
    };
  }

  /** What a token allows (expired or not), or null when this server did not issue it. */
  readToken(securityToken: string): UploadGrant | null {
    const [payload = '', seal = '', ...rest] = securityToken.split('.');
    if (rest.length > 0 || !sameSecret(seal, this.#derive('token', payload))) return null;
    const [prefix, expiresAt, session] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    return { prefix, expiresAt, session, accessKeySecret: this.#accessKeySecret(securityToken) };
  }

  /** Whether an access key id was issued together with a token. */
  belongTogether(accessKeyId: string, securityToken: string): boolean {
    return sameSecret(accessKeyId, this.#accessKeyId(securityToken));
  }

  /** The present time of the clock that expiry is measured with, in milliseconds. */
  now(): number {
    return this.#clock();
  }

  #accessKeyId(token: string): string {
    return `TMP.${this.#derive('access key id', token).slice(0, 24)}`;
  }

  #accessKeySecret(token: string): string {
    return this.#derive('access key secret', token);
  }

  #derive(purpose: string, text: string): string {
    return createHmac('sha256', this.#secret).update(`upload ${purpose}\n${text}`).digest('base64url');
  }
}
