import { createECDH } from 'node:crypto';

/** Keys that identify us to push services (RFC 8292): a P-256 key pair in base64url, and the operator's address. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** If the keys are no pair or the subject is no address, throws a message with the setting's name. */
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

/** The public key of a private key; null if the private key is invalid. */
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
