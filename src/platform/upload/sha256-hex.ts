import { inTime } from '../in-time.ts';

/** SHA-256 of a text or of bytes, as lower-case hexadecimal. Rejects only where the browser has neither its own nor WebAssembly. */
export async function sha256Hex(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  try {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    // Plain http has no `subtle`. After a failure hash-wasm never resolves again in this page.
    const { sha256 } = await import('hash-wasm');
    return inTime(sha256(bytes));
  }
}
