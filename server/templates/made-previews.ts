import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** A remote generator's previews by template id: encoded pictures of 768 × 1024. */
export type MadePreviews = ReadonlyMap<number, Uint8Array>;

/** Loads previews saved by `npm run previews`; empty if it never ran. */
export async function loadMadePreviews(dataDir: string): Promise<MadePreviews> {
  const folder = folderIn(dataDir);
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap(name => /^(\d+)\.jpg$/.exec(name)?.[1] ?? []);
  const made = new Map<number, Uint8Array>();
  for (const id of ids) {
    const bytes = await readFile(join(folder, `${id}.jpg`)).catch(() => null);
    // Skip truncated or unreadable previews; the app shows the drawing instead.
    if (bytes && (await isWhole(bytes))) made.set(Number(id), bytes);
  }
  return made;
}

async function isWhole(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { failOn: 'truncated' }).resize(16, 16).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Saves a preview with a rename, so that readers never see half a file. Returns the file's path. */
export async function saveMadePreview(dataDir: string, id: number, bytes: Uint8Array): Promise<string> {
  const folder = folderIn(dataDir);
  const file = join(folder, `${id}.jpg`);
  const part = `${file}.${randomUUID()}.part`;
  await mkdir(folder, { recursive: true });
  await writeFile(part, bytes);
  await rename(part, file);
  return file;
}

/** Resizes a picture to a JPEG of 768 × 1024. Rejects if it cannot be decoded. */
export function fitPreview(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).rotate().resize(768, 1024, { fit: 'cover' }).flatten().jpeg({ quality: 84 }).toBuffer();
}

/** The preview's version for its address: the first 12 hexadecimal digits of its hash. */
export function versionOfPreview(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}

const folderIn = (dataDir: string) => join(dataDir, 'template-pics');
