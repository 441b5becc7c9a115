/** Aborts the download after this long without new bytes, ms. */
const silence = 30_000;

/** Fetches a picture, with no limit on the total time. Rejects if the response is not an image. */
export async function fetchPicture(address: string): Promise<{ blob: Blob; extension: string }> {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), silence);
  try {
    const { ok, body, headers } = await fetch(address, { signal: abort.signal });
    const type = headers.get('content-type') ?? '';
    const [kind, format = ''] = type.split('/');
    if (!ok || !body || kind !== 'image') throw new Error('The picture cannot be loaded.');
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = body.getReader();
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), silence);
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
    }
    return { blob: new Blob(parts, { type }), extension: format === 'jpeg' ? '.jpg' : `.${format}` };
  } finally {
    clearTimeout(timer);
  }
}
