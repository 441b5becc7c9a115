import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that tells nothing about where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
