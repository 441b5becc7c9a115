import { readFile } from 'node:fs/promises';

/** The fields of the official reader's report that tests use. */
export interface CredentialsReport {
  validation_state: 'Invalid' | 'Valid' | 'Trusted';
  validation_status: { code: string }[];
  active_manifest: string;
  manifests: Record<
    string,
    {
      claim_generator_info: { name: string }[];
      assertions: { label: string; data: unknown }[];
      ingredients?: unknown[];
    }
  >;
}

/** Replaces Blob in Node, because the official reader reads bytes synchronously, as a web worker can. */
class KnownBlob extends Blob {
  readonly known: Uint8Array<ArrayBuffer>;

  constructor(known: Uint8Array<ArrayBuffer>) {
    super([known], { type: 'image/jpeg' });
    this.known = known;
  }

  override slice(from = 0, to = this.known.length): KnownBlob {
    return new KnownBlob(this.known.slice(from, to));
  }
}

/** Replaces FileReaderSync, which only web workers have. */
class KnownBlobReader {
  readAsArrayBuffer({ known }: KnownBlob): ArrayBuffer {
    return known.slice().buffer;
  }
}

let opening: ReturnType<typeof open> | undefined;

async function open() {
  Object.assign(globalThis, { FileReaderSync: KnownBlobReader });
  const { initSync, WasmReader } = await import('@contentauth/c2pa-wasm');
  const file = new URL('node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm', import.meta.url);
  initSync({ module: await readFile(file) });
  return WasmReader;
}

/** The official reader's report about a JPEG; null if it has no Content Credentials. */
export async function readCredentials(jpeg: Uint8Array): Promise<CredentialsReport | null> {
  opening ??= open();
  const reader = await opening;
  try {
    return JSON.parse((await reader.fromBlob('image/jpeg', new KnownBlob(new Uint8Array(jpeg)))).json());
  } catch (error) {
    if (/JumbfNotFound/.test(String(error))) return null;
    throw error;
  }
}
