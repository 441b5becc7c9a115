import { randomBytes } from 'node:crypto';

/** An identifier that cannot be guessed: 24 hexadecimal digits. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}
