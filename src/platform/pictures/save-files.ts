import type { ShareCard } from '../bridge/bridge-protocol.ts';
import type { HandOver } from '../bridge/bridge-type.ts';
import { Cancelled } from '../cancelled.ts';
import { host } from '../host.ts';
import { downloadBlob } from './download-blob.ts';
import { fetchPicture } from './fetch-picture.ts';

/** `name` has no file extension. */
interface NamedPicture {
  url: string;
  name: string;
}

/** True if this host can save several files at once; other hosts save them one by one. */
export const savesTogether = host === 'browser';

/** True if a save always finishes or fails. False in the native app, which may never respond. */
export const savesEnd = host !== 'shell';

/** True if users save and share drawn pictures by a long press. */
export const savesByHand = host === 'im';

export function canShareFiles(): boolean {
  return navigator.canShare?.({ files: [new File([], 'picture.jpg', { type: 'image/jpeg' })] }) ?? false;
}

/** Downloads a picture as a file with the right extension. Rejects if the response is not an image. */
export async function loadFile({ url, name }: NamedPicture): Promise<File> {
  const { blob, extension } = await fetchPicture(url);
  return new File([blob], name + extension, { type: blob.type });
}

/**
 * On a phone, opens the share sheet, where the user can save the files ('shared'). On other devices, downloads a ZIP
 * ('saved'). Rejects with `Cancelled` if the user closes the sheet. 'late': the tap is too old to open the sheet.
 */
export async function saveFiles(files: File[], name: string): Promise<'saved' | 'shared' | 'late'> {
  // On computers, share sheets cannot save files.
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files })) return shareFiles(files);
  downloadBlob(await zip(files), `${name}.zip`);
  return 'saved';
}

/** Opens the share sheet with files and a text. Returns the same results as `saveFiles`. */
export async function shareFiles(
  files: File[],
  words: { title?: string; text?: string } = {},
): Promise<'shared' | 'late'> {
  try {
    await navigator.share({ ...words, files });
    return 'shared';
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError') return 'late';
    throw name === 'AbortError' ? new Cancelled() : error;
  }
}

/** Loads a card's picture and returns a function that opens the share sheet. Rejects if files cannot be shared. */
export async function openShareSheet({ title, text, image }: ShareCard): Promise<HandOver> {
  const files = [await loadFile({ url: image, name: title })];
  if (!navigator.canShare({ files })) throw new Error('No files can be shared here.');
  return () => shareFiles(files, { title, text });
}

/**
 * Downloads a picture. Fetches it first, because browsers ignore `download` on cross-origin links. Returns 'long-press'
 * if another origin forbids the fetch; the user must then save the picture by a long press in the full-size view.
 */
export async function downloadPicture(url: string, name: string): Promise<'saved' | 'long-press'> {
  const file = await loadFile({ url, name }).catch(error => {
    if (navigator.onLine && new URL(url, location.href).origin !== location.origin) return null;
    throw error;
  });
  if (!file) return 'long-press';
  downloadBlob(file, file.name);
  return 'saved';
}

/** Makes a ZIP without compression, which would not make pictures smaller. */
async function zip(files: File[]): Promise<Blob> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const file of files) {
    const entry = new ZipPassThrough(file.name);
    archive.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
  }
  archive.end();
  return new Blob(parts, { type: 'application/zip' });
}
