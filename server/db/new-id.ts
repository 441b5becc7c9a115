import { randomBytes } from 'node:crypto';

/** An id of 24 random hexadecimal digits. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}
