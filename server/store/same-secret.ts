import { timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever the secrets differ. */
export function sameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
