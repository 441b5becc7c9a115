/** What the first bytes of a picture say, as hexadecimal, and the type they stand for. */
const signatures: { start: RegExp; type: string; extension: string }[] = [
  { start: /^ffd8ff/, type: 'image/jpeg', extension: 'jpg' },
  { start: /^89504e47/, type: 'image/png', extension: 'png' },
  { start: /^47494638/, type: 'image/gif', extension: 'gif' },
  { start: /^52494646.{8}57454250/, type: 'image/webp', extension: 'webp' },
  { start: /^.{8}66747970(6865|6d69|6d73)/, type: 'image/heic', extension: 'heic' },
  { start: /^424d/, type: 'image/bmp', extension: 'bmp' },
];

/** What most phones send when the bytes tell nothing. */
const fallback = { type: 'image/jpeg', extension: 'jpg' };

/**
 * A picture from base64 of either alphabet, with or without a `data:` prefix; its type and extension come from its first
 * bytes.
 */
export function pictureFile(base64: string, baseName: string): File {
  const standard = base64
    .slice(base64.indexOf(',') + 1)
    .replace(/-/g, '+')
    .replace(/_/g, '/');
  const text = atob(standard);
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
  const start = [...bytes.subarray(0, 12)].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const { type, extension } = signatures.find(signature => signature.start.test(start)) ?? fallback;
  return new File([bytes], `${baseName}.${extension}`, { type });
}
