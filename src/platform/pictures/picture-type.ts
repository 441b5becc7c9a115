/** The first bytes of each file type, in hexadecimal. */
const signatures: { start: RegExp; type: string; extension: string }[] = [
  { start: /^ffd8ff/, type: 'image/jpeg', extension: 'jpg' },
  { start: /^89504e47/, type: 'image/png', extension: 'png' },
  { start: /^47494638/, type: 'image/gif', extension: 'gif' },
  { start: /^52494646.{8}57454250/, type: 'image/webp', extension: 'webp' },
  { start: /^.{8}6674797061766973|^.{8}6674797061766966/, type: 'image/avif', extension: 'avif' },
  { start: /^.{8}66747970(6865|6d69|6d73)/, type: 'image/heic', extension: 'heic' },
  { start: /^424d/, type: 'image/bmp', extension: 'bmp' },
  { start: /^(49492a00|4d4d002a)/, type: 'image/tiff', extension: 'tif' },
];

const signatureBytes = 12;

/** Detects a picture's type from its first bytes. Null if they match no known type. */
export function pictureType(beginning: Uint8Array): { type: string; extension: string } | null {
  const start = [...beginning.subarray(0, signatureBytes)]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');
  return signatures.find(signature => signature.start.test(start)) ?? null;
}
