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

/** Maximum length of a photo's base name, in characters. Object stores allow keys of 1,023 bytes. */
const longestBase = 40;

/** 20 hex digits of the photo's SHA-256, so that names differ. Random digits if the browser has no SHA-256. */
export async function photoSuffix(photo: Blob): Promise<string> {
  const bytes = new Uint8Array(await photo.arrayBuffer());
  return (await sha256Hex(bytes).catch(() => randomText(20))).slice(0, 20);
}

/** Builds a file name: the photo's own name in letters, digits, `-` and `_`, the suffix, and the extension. */
export function photoName(name: string, type: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  const original = dot > 0 ? name.slice(dot).toLowerCase() : '';
  const extension = extensions[type] ?? (/^\.[a-z0-9]{1,5}$/.test(original) ? original : '');
  return `${slug(base)}_${suffix}${extension}`;
}

/** Keeps combining marks together with their letters, because many scripts write vowels as marks. */
function slug(text: string): string {
  const kept = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^[\p{M}-]+|-+$/gu, '');
  return [...kept].slice(0, longestBase).join('') || 'photo';
}
