import { createHmac, randomBytes } from 'node:crypto';
import { isKeyPrefix } from '../object-store.ts';
import { sameSecret } from '../signed-address.ts';

const lifetime = 15 * 60 * 1000;

/** The nonce makes credentials that are issued in the same millisecond differ. */
type Grant = [prefix: string, expiresAt: number, session: string, nonce: string];

export interface IssuedCredentials {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
}

/** Allows uploads below the prefix, signed with the secret, until `expiresAt` (ms) or the end of the session. */
export interface UploadGrant {
  session: string;
  accessKeySecret: string;
  prefix: string;
  expiresAt: number;
}

/** The token contains the signed permission; key id and secret derive from it. So a restart invalidates nothing. */
export class UploadCredentials {
  readonly #secret: Uint8Array;
  readonly #clock: () => number;

  constructor(secret: Uint8Array, clock: () => number = Date.now) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Issues credentials, valid for 15 minutes, for uploads below `prefix` (which ends with `/`). */
  issue(prefix: string, session: string): IssuedCredentials {
    if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
    const expiresAt = this.#clock() + lifetime;
    const grant: Grant = [prefix, expiresAt, session, randomBytes(9).toString('base64url')];
    const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
    const token = `${payload}.${this.#derive('token', payload)}`;

    return {
      access_key_id: this.#accessKeyId(token),
      access_key_secret: this.#accessKeySecret(token),
      security_token: token,
      expiration: new Date(expiresAt).toISOString(),
    };
  }

  /** Decodes a token, even an expired one. Null if this server did not issue it. */
  readToken(securityToken: string): UploadGrant | null {
    const [payload = '', seal = '', ...rest] = securityToken.split('.');
    if (rest.length > 0 || !sameSecret(seal, this.#derive('token', payload))) return null;
    const [prefix, expiresAt, session] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Grant;
    return { prefix, expiresAt, session, accessKeySecret: this.#accessKeySecret(securityToken) };
  }

  /** True if the access key id and the token were issued together. */
  belongTogether(accessKeyId: string, securityToken: string): boolean {
    return sameSecret(accessKeyId, this.#accessKeyId(securityToken));
  }

  /** Current time in milliseconds, on the clock that `expiresAt` uses. */
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
