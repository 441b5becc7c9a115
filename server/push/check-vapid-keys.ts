import { createECDH } from 'node:crypto';

/** For push services (RFC 8292): a P-256 key pair in base64url, and the operator's contact address. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** Throws a message with the setting's name if the keys do not form a pair or the subject is not an address. */
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

/** Derives the public key; null if the private key is invalid. */
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
