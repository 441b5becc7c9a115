import { readFile } from 'node:fs/promises';

/** The fields that tests use from the official credentials reader's report. */
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

/** Replaces Node's Blob, because the official reader reads bytes synchronously, which only web workers can do. */
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

/** Replaces FileReaderSync, which exists only in web workers. */
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

/** The official reader's report on a JPEG; null if the JPEG has no Content Credentials. */
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
