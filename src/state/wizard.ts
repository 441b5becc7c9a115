import { proxy, subscribe } from 'valtio';
import { durable, keys, photoBlobs } from '../platform/storage.ts';

/** The steps of making a picture. */
export type Step = 'select' | 'front' | 'supplementary';

/** One photo that the person gives. */
export interface Photo {
  id: string;
  /** The file's name; empty for a photo that the server already has. */
  name: string;
  status: 'preparing' | 'uploading' | 'ready' | 'failed';
  /** Where the object store keeps it; null until it is uploaded. */
  address: string | null;
  /** A small picture of it as a `data:` address, or an address; empty when there is none to show. */
  preview: string;
}

interface Wizard {
  step: Step;
  /** The first is the front photo. */
  photos: Photo[];
  templateId: number | null;
  templateTitle: string;
  /** Names an attempt to create a job until its answer has come, so that sending it again cannot pay twice. */
  attemptId: string | null;
  /** Whose draft it is; null until the person is known. */
  owner: string | null;
  /** False until it is known which photos there are. */
  restored: boolean;
}

/** The most photos that a job takes, with the front photo. */
export const maxPhotos = 5;

function empty(): Wizard {
  return {
    step: 'select',
    photos: [],
    templateId: null,
    templateTitle: '',
    attemptId: null,
    owner: null,
    restored: false,
  };
}

/** The draft of a picture; it is kept on each change, and survives a reload and a killed webview. */
export const wizard = proxy<Wizard>(empty());

let restoring: Promise<Photo[]> | null = null;
let stopKeeping = () => {};

/**
 * Reads the draft back, once in the life of the page; null when that was done before. Photos whose
 * upload had not succeeded are marked as failed, and answered.
 */
export async function restoreWizard(): Promise<Photo[] | null> {
  const before = restoring;
  restoring ??= restore();
  const interrupted = await restoring;
  return before ? null : interrupted;
}

async function restore(): Promise<Photo[]> {
  const draft = await durable.read<Wizard>(keys.wizard);
  if (draft) Object.assign(wizard, empty(), draft, { restored: false });
  const interrupted = wizard.photos.filter(photo => photo.status !== 'ready');
  for (const photo of interrupted) photo.status = 'failed';
  stopKeeping = subscribe(wizard, () => void saveWizard());
  return interrupted;
}

/** Writes the draft now; only needed where the next step must not be taken before it is kept. */
export function saveWizard(): Promise<void> {
  return durable.write(keys.wizard, wizard);
}

/** Forgets the draft in memory and on the phone, as when another person signs in. */
export async function clearWizard(): Promise<void> {
  stopKeeping();
  restoring = null;
  Object.assign(wizard, empty());
  await Promise.all([durable.remove(keys.wizard), photoBlobs.clear()]);
}

/** Chooses a template; the title is empty when only its id is known. */
export function selectTemplate(id: number, title: string): void {
  if (wizard.templateId !== id) wizard.attemptId = null;
  wizard.templateId = id;
  wizard.templateTitle = title;
}

/** Adds a photo at the end, or in the place of another; answers the draft's own copy, to be written to. */
export function addPhoto(photo: Photo, place = wizard.photos.length): Photo {
  wizard.attemptId = null;
  wizard.photos[place] = photo;
  return wizard.photos[place];
}

/** Takes a photo out; those after it move up. */
export function removePhoto(id: string): void {
  wizard.attemptId = null;
  wizard.photos = wizard.photos.filter(photo => photo.id !== id);
}
