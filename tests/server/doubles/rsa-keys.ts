import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

const made = new Map<string, KeyPairKeyObjectResult>();

/** The keys of this name, the same in all of this process: making them takes a third of a second. */
export function rsaKeys(name: string): KeyPairKeyObjectResult {
  const keys = made.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  made.set(name, keys);
  return keys;
}
