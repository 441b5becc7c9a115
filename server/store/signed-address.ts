import { createHmac } from 'node:crypto';
import { isObjectKey } from './object-key.ts';
import { sameSecret } from './same-secret.ts';
import type { AddressOptions } from './smaller-pictures.ts';

/** The path below which signed addresses are served. */
export const picturesPath = '/pictures/';

/** The query of a signed address, as it came. */
export interface AddressQuery {
  expires?: string | string[];
  sign?: string | string[];
  /** The width of a smaller version. */
  w?: string | string[];
}

const day = 24 * 60 * 60;

/** Makes and checks addresses by which a stored picture can be read for one to two days, or lives, by anyone who knows them. */
export class AddressSigner {
  readonly #secret: Uint8Array;
  readonly #clock: () => number;

  constructor(secret: Uint8Array, clock: () => number = Date.now) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** The path and query of a stored picture, the same for a whole life (a day of UTC) so that caches can keep it. */
  signAddress(key: string, { life = day, width }: AddressOptions = {}): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    const expires = String((Math.floor(this.#clock() / 1000 / life) + 2) * life);
    const size = width === undefined ? '' : String(width);
    const query = `expires=${expires}&sign=${this.#sign(key, expires, size)}`;
    return `${picturesPath}${key}?${query}${size && `&w=${size}`}`;
  }

  /** How many seconds an address still opens the picture: 0 when it expired or was not signed by this server. */
  secondsLeft(key: string, { expires, sign, w = '' }: AddressQuery): number {
    const [end, size] = [String(expires), String(w)];
    // Only digits: a line feed would make one signed text of another.
    if (!/^\d+$/.test(end) || !/^\d*$/.test(size)) return 0;
    const known = [this.#sign(key, end, size), ...(size === '' ? [this.#signBeforeWidths(key, end)] : [])];
    if (!known.some(one => sameSecret(String(sign), one))) return 0;
    return Math.max(0, Math.floor(Number(end) - this.#clock() / 1000));
  }

  /** The width is signed as well: nobody else decides which sizes are made of which pictures. */
  #sign(key: string, expires: string, size: string): string {
    return this.#hash(`picture address\n${expires}\n${size}\n${key}`);
  }

  /** As addresses were signed before there were smaller versions: those given out then open for their two days. */
  #signBeforeWidths(key: string, expires: string): string {
    return this.#hash(`picture address\n${expires}\n${key}`);
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
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
