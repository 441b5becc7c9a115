import { createECDH } from 'node:crypto';

/** By what push services know who sends (RFC 8292): a pair of keys on P-256 in base64url, and an address of the operator's. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** Throws a sentence that names the setting unless the keys are a pair and the subject is an address. */
export function checkVapidKeys({ publicKey, privateKey, subject }: VapidKeys): void {
  if (!/^(mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/[^\s/]+\.\S+)$/.test(subject)) {
    throw new Error(
      'VAPID_SUBJECT must be an address such as mailto:push@example.com or https://example.com.',
    );
  }
  if (publicOf(privateKey) !== publicKey) {
    throw new Error(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair as `npx web-push generate-vapid-keys` prints it.',
    );
  }
}

/** Null for what is no private key. */
function publicOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) return null;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}
