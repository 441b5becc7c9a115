import { formatNumbers } from '../i18n/format-numbers.ts';
import { bridge } from '../platform/bridge.ts';
import { BridgeError } from '../platform/bridge-error.ts';
import { pictureType, signatureBytes } from '../platform/picture-type.ts';
import { ask, note } from '../state/overlay.ts';

/** What a chosen file turned out to be; `broken`: empty, or it cannot be read. */
type FileState = 'picture' | 'broken' | 'other';

/** The code of a phone's refusal that says that it has no such method (docs/bridge.md). */
const unknownMethod = 404;

/** The upload, with all that turns and shrinks pictures: downloaded once there are photos. */
export const openUpload = () => import('./upload-photos.ts');

/** Lets the user choose up to `count` pictures; what is none is refused with its number. Empty when nothing was chosen. */
export async function pickPhotos(count: number): Promise<File[]> {
  // It comes while the user chooses; a failure shows when it is needed.
  openUpload().catch(() => undefined);
  return picturesOf(await chooseFiles(count));
}

async function chooseFiles(count: number): Promise<File[]> {
  try {
    return await bridge.importPicture(count);
  } catch (error) {
    const isUnknown = error instanceof BridgeError && error.code === unknownMethod;
    // Else nothing was chosen, or the host has said what went wrong.
    return isUnknown ? pickFromSource(count) : [];
  }
}

/** The files that are pictures; of the others the user is told which they are, and what is wrong with them. */
export async function picturesOf(files: File[]): Promise<File[]> {
  const states = await Promise.all(files.map(stateOf));
  const places = (state: FileState) => states.flatMap((found, place) => (found === state ? [place + 1] : []));
  for (const [state, key] of [
    ['broken', 'make-pic.photo-broken'],
    ['other', 'make-pic.photo-other'],
  ] as const) {
    const numbers = places(state);
    if (numbers.length > 0) note({ key, values: { numbers: formatNumbers(numbers) } });
  }
  return files.filter((_, place) => states[place] === 'picture');
}

/** Told by the first bytes: a name or a type may say anything. */
async function stateOf(file: File): Promise<FileState> {
  try {
    const beginning = await file.slice(0, signatureBytes).arrayBuffer();
    if (beginning.byteLength === 0) return 'broken';
    return pictureType(new Uint8Array(beginning)) ? 'picture' : 'other';
  } catch {
    return 'broken';
  }
}

/** An older shell lets the app itself ask where the photos come from. */
async function pickFromSource(count: number): Promise<File[]> {
  const { takePhoto, openAlbum } = bridge;
  if (!takePhoto || !openAlbum) return [];
  const source = await ask<'camera' | 'album'>({
    title: 'make-pic.photo-source',
    choices: [
      { value: 'camera', label: 'make-pic.camera', kind: 'primary' },
      { value: 'album', label: 'make-pic.album', kind: 'quiet' },
    ],
  });
  if (source === null) return [];
  return (source === 'camera' ? takePhoto() : openAlbum(count)).catch(() => []);
}
