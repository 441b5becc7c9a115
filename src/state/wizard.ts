import { proxy, type Snapshot, subscribe } from 'valtio';
import type { Limits } from '../../server/contract/limits.ts';
import { address, array, matching, number, object, oneOf, optional, string } from '../platform/parse.ts';
import { randomText } from '../platform/random.ts';
import { durable, keys, photoBlobs } from '../platform/storage.ts';

/** The steps of making a picture. */
export type Step = 'select' | 'front' | 'supplementary';

/** One photo that the user gives. */
export interface Photo {
  id: string;
  /** The file's name; empty for a photo that the server already has. */
  name: string;
  /** The same for the same bytes (`photoSuffix`); empty while it is not known. */
  suffix: string;
  status: 'preparing' | 'uploading' | 'ready' | 'failed';
  /** Where the object store keeps it; null until it is uploaded. */
  address: string | null;
  /** A small picture of it as a `data:` address, or an address; empty when there is none to show. */
  preview: string;
}

/** What is saved of the picture that the user is about to make. */
export interface Draft {
  step: Step;
  /** The first is the front photo. */
  photos: Photo[];
  templateId: number | null;
  templateTitle: string;
  /** Names an attempt to create a job until its response has come, so that sending it again cannot pay twice. */
  attemptId: string | null;
  /** The jobs that there were before the attempt (train ids), where only they tell which one it made; else null. */
  jobsBefore: string[] | null;
  /** The id of the user whose draft it is; null until that is known. */
  owner: string | null;
}

interface Wizard extends Draft {
  /** False until it is known which photos there are. */
  restored: boolean;
}

/** The most photos that a job takes, with the front photo. */
export const maxPhotos = 5 satisfies Limits['photos'];

function empty(): Wizard {
  return {
    step: 'select',
    photos: [],
    templateId: null,
    templateTitle: '',
    attemptId: null,
    jobsBefore: null,
    owner: null,
    restored: false,
  };
}

const photoParser = object<Photo>({
  id: string,
  name: optional(string, ''),
  suffix: optional(string, ''),
  status: oneOf('preparing', 'uploading', 'ready', 'failed'),
  address: optional(address, null),
  preview: optional(string, ''),
});

const draftParser = object<Draft>({
  step: oneOf('select', 'front', 'supplementary'),
  photos: array(photoParser, maxPhotos),
  templateId: optional(number, null),
  templateTitle: optional(string, ''),
  // It goes into a header, which takes no other letters.
  attemptId: optional(matching(/^[a-z0-9]{1,64}$/), null),
  jobsBefore: optional(array(string), null),
  owner: optional(string, null),
});

const state = proxy<Wizard>(empty());

/** The draft of a picture; it is saved on each change, and survives a reload and a killed webview. */
export const wizard: Snapshot<Wizard> = state;

let restoring: Promise<Photo[]> | null = null;
let stopSaving = () => {};

/**
 * Reads the draft back, once in the life of the page; null when that was done before. Photos whose
 * upload had not succeeded are marked as failed, and returned.
 */
export async function restoreWizard(): Promise<Photo[] | null> {
  const before = restoring;
  restoring ??= restore();
  const interrupted = await restoring;
  return before ? null : interrupted;
}

async function restore(): Promise<Photo[]> {
  const draft = await durable.read(keys.wizard, draftParser);
  if (draft) Object.assign(state, empty(), draft, { restored: false });
  const interrupted = state.photos.filter(photo => photo.status !== 'ready' || !photo.address);
  for (const photo of interrupted) photo.status = 'failed';
  stopSaving = subscribe(state, () => void saveWizard());
  return interrupted;
}

/** Writes the draft now; only needed where the next step must not be taken before it is saved. */
export function saveWizard(): Promise<void> {
  return durable.write(keys.wizard, state);
}

/** Clears the draft in memory and on the device, as when another user signs in. */
export async function clearWizard(): Promise<void> {
  stopSaving();
  restoring = null;
  Object.assign(state, empty());
  await Promise.all([durable.remove(keys.wizard), photoBlobs.clear()]);
}

/** Chooses a template; the title is empty when only its id is known. */
export function selectTemplate(id: number, title: string): void {
  if (state.templateId !== id) endAttempt();
  state.templateId = id;
  state.templateTitle = title;
}

/** Names the chosen template once its title is known. */
export function setTemplateTitle(title: string): void {
  state.templateTitle = title;
}

/** Notes which step is open, to come back to after a restart. */
export function setStep(step: Step): void {
  state.step = step;
}

/** Notes whose draft it is. */
export function setOwner(userId: string): void {
  state.owner = userId;
}

/** Notes that it is known which photos there are. */
export function markRestored(): void {
  state.restored = true;
}

/**
 * Names the attempt to create a job of the draft as it is; the same name until the draft changes or the attempt ends.
 * `jobsBefore` are the train ids that are known when it starts, where the API does not take the name.
 */
export function startAttempt(jobsBefore: string[] | null): string {
  if (state.attemptId === null) state.jobsBefore = jobsBefore;
  state.attemptId ??= randomText(24);
  return state.attemptId;
}

/** Ends the attempt, once its job has come. */
export function endAttempt(): void {
  state.attemptId = null;
  state.jobsBefore = null;
}

/** Takes the photos of an earlier job for a draft that has none. */
export function setPhotos(photos: Photo[]): void {
  state.photos = photos;
}

/** Adds a photo at the end, or in the place of another. */
export function addPhoto(photo: Photo, place = state.photos.length): void {
  endAttempt();
  state.photos[place] = photo;
}

/** Changes what is known of a photo; nothing where it has left the draft. */
export function updatePhoto(id: string, change: Partial<Omit<Photo, 'id'>>): void {
  const photo = state.photos.find(photo => photo.id === id);
  if (photo) Object.assign(photo, change);
}

/** Takes a photo out; those after it move up. */
export function removePhoto(id: string): void {
  endAttempt();
  state.photos = state.photos.filter(photo => photo.id !== id);
}
