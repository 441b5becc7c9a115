import { inTime } from '../in-time.ts';

/** Set once hash-wasm has failed, because its promises then never settle again on this page. */
let isBroken = false;

/** SHA-256 in lower-case hex. Falls back to the browser's `crypto`, which is missing on plain http; then rejects. */
export async function sha256Hex(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  if (!isBroken) {
    try {
      const { sha256 } = await import('hash-wasm');
      return await inTime(sha256(bytes));
    } catch {
      isBroken = true;
    }
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
