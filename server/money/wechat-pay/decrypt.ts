import { createDecipheriv } from 'node:crypto';
import { type Static, Type } from 'typebox';

export const Encrypted = Type.Object({
  ciphertext: Type.String({ maxLength: 65_536 }),
  nonce: Type.String({ maxLength: 64 }),
  associated_data: Type.Optional(Type.String({ maxLength: 64 })),
});

const tagLength = 16;

/** Decrypts with the merchant's API v3 key (AEAD_AES_256_GCM); throws if it does not fit. */
export function decrypt(
  { ciphertext, nonce, associated_data = '' }: Static<typeof Encrypted>,
  apiV3Key: string,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString();
}
