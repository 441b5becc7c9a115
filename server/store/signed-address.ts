import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AddressOptions, isObjectKey } from './object-store.ts';

export const picturesPath = '/pictures/';

export interface AddressQuery {
  expires?: string | string[];
  sign?: string | string[];
  /** Width in pixels of a smaller version. */
  w?: string | string[];
}

const day = 24 * 60 * 60;

/** Signs picture addresses. Anyone who knows an address can read the picture for one to two times `life`. */
export class AddressSigner {
  readonly #secret: Uint8Array;
  readonly #clock: () => number;

  constructor(secret: Uint8Array, clock: () => number = Date.now) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Path and query of a signed address. It stays the same for a day (UTC) or another `life`, so that caches work. */
  signAddress(key: string, { life = day, width }: AddressOptions = {}): string {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    const expires = String((Math.floor(this.#clock() / 1000 / life) + 2) * life);
    const size = width === undefined ? '' : String(width);
    const query = `expires=${expires}&sign=${this.#sign(key, expires, size)}`;
    return `${picturesPath}${key}?${query}${size && `&w=${size}`}`;
  }

  /** Seconds until the address expires; 0 if it has expired or its signature is invalid. */
  secondsLeft(key: string, { expires, sign, w = '' }: AddressQuery): number {
    const [end, size] = [String(expires), String(w)];
    // Accept only digits: with line feeds, two different addresses could have the same signature.
    if (!/^\d+$/.test(end) || !/^\d*$/.test(size)) return 0;
    if (!sameSecret(String(sign), this.#sign(key, end, size))) return 0;
    return Math.max(0, Math.floor(Number(end) - this.#clock() / 1000));
  }

  /** The signature covers the width, so that callers cannot request arbitrary sizes. */
  #sign(key: string, expires: string, size: string): string {
    const text = `picture address\n${expires}\n${size}\n${key}`;
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

/** Key in the path of an upload or a signed address, else null. Checks neither the host nor the signature. */
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

/** Compares two secrets in constant time, so that timing does not reveal the first difference. */
export function sameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
