import { createHmac } from 'node:crypto';
import { isObjectKey } from './object-key.ts';
import { sameSecret } from './same-secret.ts';

/** The path below which signed addresses are served. */
export const picturesPath = '/pictures/';

const day = 24 * 60 * 60;

/** Makes and checks addresses by which a stored picture can be read for one to two days, or lives, by anyone who knows them. */
export class AddressSigner {
  readonly #secret: Uint8Array;
  readonly #clock: () => number;

  constructor(secret: Uint8Array, clock: () => number = Date.now) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** The path and query of a stored picture, the same for a whole `life` (seconds; a day of UTC) so that caches can keep it. */
  signAddress(key: string, life = day): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    const expires = String((Math.floor(this.#clock() / 1000 / life) + 2) * life);
    return `${picturesPath}${key}?expires=${expires}&sign=${this.#sign(key, expires)}`;
  }

  /** How many seconds an address still opens the picture: 0 when it expired or was not signed by this server. */
  secondsLeft(key: string, expires: string, sign: string): number {
    if (!sameSecret(sign, this.#sign(key, expires))) return 0;
    return Math.max(0, Math.floor(Number(expires) - this.#clock() / 1000));
  }

  #sign(key: string, expires: string): string {
    return createHmac('sha256', this.#secret)
      .update(`picture address\n${expires}\n${key}`)
      .digest('base64url');
  }
}

/**
 * The key behind an address of the store: `<origin>/<bucket>/<key>` as an upload gives it, or a signed address,
 * absolute or not; null for any other text. It proves no right to read: callers compare the key's prefix.
 */
export function keyOfAddress(address: string, bucket: string): string | null {
  const path = pathOf(address);
  const start = [`/${bucket}/`, picturesPath].find(prefix => path.startsWith(prefix));
  const key = start === undefined ? '' : path.slice(start.length);
  return isObjectKey(key) ? key : null;
}

function pathOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return '';
  }
}
