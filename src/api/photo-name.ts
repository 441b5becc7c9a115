import { randomText } from '../platform/random-text.ts';
import { sha256Hex } from '../platform/upload/sha256-hex.ts';

const extensions: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/heif': '.heif',
  'image/avif': '.avif',
};

/** Letters of the original name that stay, so that a key remains far below the 1,023 bytes that a store takes. */
const longestBase = 40;

/**
 * The suffix of a photo's name: 20 letters of the SHA-256 of its bytes (80 bits), so that no two photos of a store meet. Random
 * letters where the browser has no SHA-256: the same photo is then not noticed twice.
 */
export async function photoSuffix(photo: Blob): Promise<string> {
  const bytes = new Uint8Array(await photo.arrayBuffer());
  return (await sha256Hex(bytes).catch(() => randomText(20))).slice(0, 20);
}

/**
 * The name of a photo in the store: the letters, digits, `-` and `_` of its own name, the suffix, and the extension of
 * what it is.
 */
export function photoName(name: string, type: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  const original = dot > 0 ? name.slice(dot).toLowerCase() : '';
  const extension = extensions[type] ?? (/^\.[a-z0-9]{1,5}$/.test(original) ? original : '');
  return `${slug(base)}_${suffix}${extension}`;
}

/** Marks stay with their letters: many scripts write vowels with them. */
function slug(text: string): string {
  const kept = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^[\p{M}-]+|-+$/gu, '');
  return [...kept].slice(0, longestBase).join('') || 'photo';
}
