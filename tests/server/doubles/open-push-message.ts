import { createDecipheriv, createHmac, type ECDH } from 'node:crypto';

const hmac = (key: Uint8Array, ...data: (Uint8Array | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of data) made.update(part);
  return made.digest();
};

/** What a device reads of a message of Web Push: one record of aes128gcm (RFC 8188), with the keys of RFC 8291. */
export function openPushMessage(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + sender.length);
  if (sender.length !== 65 || record.length > recordSize)
    throw new Error('not one record with the key of its sender');

  const shared = hmac(auth, device.computeSecret(sender));
  const material = hmac(shared, 'WebPush: info\0', device.getPublicKey(), sender, '\x01');
  const key = hmac(salt, material);
  const contentKey = hmac(key, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
  const nonce = hmac(key, 'Content-Encoding: nonce\0\x01').subarray(0, 12);

  const cipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex(byte => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end).toString();
}
