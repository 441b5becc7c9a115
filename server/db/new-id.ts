import { randomBytes } from 'node:crypto';

/** 24 random hexadecimal digits. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}
