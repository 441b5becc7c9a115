/** SHA-256 of a text or of bytes, as lower-case hexadecimal; the code that computes it is downloaded at the first use. */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  const { sha256 } = await import('hash-wasm');
  return sha256(data);
}
