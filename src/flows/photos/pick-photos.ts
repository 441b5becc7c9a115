import { formatNumbers } from '../../i18n/format-numbers.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError, refusals } from '../../platform/bridge/bridge-error.ts';
import { pictureType } from '../../platform/pictures/picture-type.ts';
import { ask, note } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { endPick, startPick } from './lost-pick.ts';

/** 'broken': the file is empty or cannot be read. 'unreadable': the file is a picture that this browser cannot open. */
type FileState = 'picture' | 'broken' | 'other' | 'unreadable';

/** Types that every browser can open. For other types, the app tries to open the file. */
const usualTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Loads the upload code, which also rotates and shrinks pictures. */
export const openUpload = () => import('./upload-photos.ts');

/** Lets the user choose up to `count` pictures (some browsers return more). A note says which files were skipped. */
export async function pickPhotos(count: number): Promise<File[]> {
  // Load the upload code while the user chooses. If that fails, the error appears when the code is needed.
  openUpload().catch(() => undefined);
  startPick();
  const pictures = await picturesOf(await chooseFiles(count), count);
  if (pictures.length === 0) endPick();
  return pictures;
}

async function chooseFiles(count: number): Promise<File[]> {
  try {
    return await bridge.importPicture(count);
  } catch (error) {
    const isUnknown = error instanceof BridgeError && error.code === refusals.unknownMethod;
    // In all other cases the user chose nothing, or the host has shown the error.
    return isUnknown ? pickFromSource(count) : [];
  }
}

/** Keeps the pictures that this browser can open. Tells the user about other files, and lets the user choose again. */
export async function picturesOf(files: File[], count: number): Promise<File[]> {
  const read = await Promise.all(files.map(readWhole));
  const states = await Promise.all(read.map(stateOf));
  const places = (...wanted: FileState[]) =>
    states.flatMap((found, place) => (wanted.includes(found) ? [place + 1] : []));
  const pictures = read.filter((_, place): _ is File => states[place] === 'picture');
  const unreadable = places('unreadable');
  const choosesAgain = unreadable.length > 0 && (await choosesOthers(unreadable, files.length));
  // Shown after the question, because a tap in the question would close the note.
  noteRefused(places('broken'), places('other'));
  return choosesAgain ? [...pictures, ...(await pickPhotos(Math.max(1, count - pictures.length)))] : pictures;
}

/** Shows one note about all skipped files, with their positions among the chosen files. */
function noteRefused(broken: number[], other: number[]): void {
  const numbers = [...broken, ...other].sort((one, next) => one - next);
  if (numbers.length === 0) return;
  const isMixed = broken.length > 0 && other.length > 0;
  const key = isMixed
    ? 'make-pic.files-refused'
    : broken.length > 0
      ? 'make-pic.photo-broken'
      : 'make-pic.photo-other';
  note({ key, values: { count: numbers.length, numbers: formatNumbers(numbers) } });
}

async function choosesOthers(numbers: number[], total: number): Promise<boolean> {
  const title =
    total === 1
      ? 'make-pic.unreadable-one'
      : ({
          key: 'make-pic.unreadable',
          values: { count: numbers.length, numbers: formatNumbers(numbers) },
        } as const);
  return userAgrees({ title, text: 'make-pic.unreadable-do' }, 'make-pic.choose-other');
}

/** Reads a file at once, because some pickers allow only one early read. Null if that fails. */
async function readWhole(file: File): Promise<File | null> {
  try {
    const bytes = await file.arrayBuffer();
    const { name, lastModified } = file;
    return new File([bytes], name, { type: pictureType(new Uint8Array(bytes))?.type ?? '', lastModified });
  } catch {
    return null;
  }
}

/** Decides by the bytes, because the file's name and declared type may be wrong. */
async function stateOf(file: File | null): Promise<FileState> {
  try {
    if (!file || file.size === 0) return 'broken';
    if (file.type === '') return 'other';
    if (usualTypes.includes(file.type)) return 'picture';
    return (await (await import('../../platform/pictures/prepare-photo.ts')).canOpenPicture(file))
      ? 'picture'
      : 'unreadable';
  } catch {
    return 'broken';
  }
}

/** Lets the user choose between camera and album, because older shells have no picker for both. */
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
