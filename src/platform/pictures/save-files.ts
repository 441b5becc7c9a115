import { Cancelled } from '../cancelled.ts';
import { host } from '../host.ts';
import { downloadBlob } from './download-blob.ts';
import { fetchPicture } from './fetch-picture.ts';

/** A picture to be saved, as a file of that name without its extension. */
interface NamedPicture {
  url: string;
  name: string;
}

/** Whether this host takes several files at once; the others save one picture after another. */
export const savesTogether = host === 'browser';

/** Whether each save ends by itself: a native app may never say how one of its own ended. */
export const savesEnd = host !== 'shell';

/** Whether the user saves and sends what the page has drawn by a long press on it. */
export const savesByHand = host === 'im';

/** Whether this browser hands pictures to other apps. */
export function canShareFiles(): boolean {
  return navigator.canShare?.({ files: [new File([], 'picture.jpg', { type: 'image/jpeg' })] }) ?? false;
}

/** Loads a picture as a file, with the extension of its type; rejects what is no picture. */
export async function loadFile({ url, name }: NamedPicture): Promise<File> {
  const { blob, extension } = await fetchPicture(url);
  return new File([blob], name + extension, { type: blob.type });
}

/**
 * Hands files to the phone's share sheet ('shared'), where they can be saved; elsewhere downloads them as one ZIP of that
 * name. Rejects with `Cancelled` when the sheet is closed; 'late': the tap is too long ago for the browser to open it.
 */
export async function saveFiles(files: File[], name: string): Promise<'saved' | 'shared' | 'late'> {
  // The sheets of computers offer no way to save.
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files })) return shareFiles(files);
  downloadBlob(await zip(files), `${name}.zip`);
  return 'saved';
}

/** Hands files to the share sheet, with words beside them; ends as `saveFiles` does. */
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

/** Stores the files as they are: pictures cannot be compressed any further. */
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
