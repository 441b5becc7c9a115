import { proxy, type Snapshot, snapshot, subscribe } from 'valtio';
import { randomText } from '../platform/random-text.ts';
import { photoBlobs } from '../platform/storage/photo-blobs.ts';
import { saved } from '../platform/storage/saved.ts';
import { exclusively, exclusiveWork, mayHaveOtherTabs, notifyTabs, onTabMessage } from '../platform/tabs.ts';
import {
  copyOf,
  type Draft,
  draftParser,
  emptyDraft,
  isSame,
  maxPhotos,
  type Photo,
  type Step,
} from './draft.ts';
import { isSameId, type TemplateId, type WireId } from './is-same-id.ts';
import { note } from './overlay.ts';

interface Wizard extends Draft {
  /** False until the list of photos is loaded. */
  restored: boolean;
}

const savedDraft = saved('tyy.wizard', draftParser);
const state = proxy<Wizard>({ ...emptyDraft(), restored: false });

/** The draft, shared by all tabs. It is saved on each change, so that it survives a reload or a killed webview. */
export const wizard: Snapshot<Wizard> = state;

/** The draft as this tab last saved or loaded it. Any difference from it is a change that this tab has made. */
let base: Draft = emptyDraft();
let restoring: Promise<Photo[]> | null = null;
let stopSaving = () => {};
/** True once the app has told the user that the device cannot save the draft. */
let isLossNoted = false;

/** Name of the lock for a photo's upload, the same in all tabs (`exclusively`). */
export const uploadOf = (id: string): string => `upload ${id}`;

/** Loads the draft once. Returns the interrupted uploads, marked as failed; null if already loaded. */
export async function restoreWizard(): Promise<Photo[] | null> {
  const before = restoring;
  restoring ??= restore();
  const interrupted = await restoring;
  return before ? null : interrupted;
}

async function restore(): Promise<Photo[]> {
  // Listen before reading, because another tab may clear the draft while this tab reads it.
  onTabMessage(async message => {
    await restoring;
    await (message === 'draft-saved' ? saveWizard() : exclusively('draft', followClearing));
  });
  const draft = await savedDraft.read();
  if (draft) Object.assign(state, draft);
  base = draftNow();
  markInterrupted((await exclusiveWork()) ?? []);
  stopSaving = subscribe(state, () => void saveWizard());
  return state.photos.filter(photo => photo.status === 'failed');
}

/** Marks photos as failed, and returns them, if no tab is uploading them (`work` lists the running uploads). */
export function markInterrupted(work: string[]): Photo[] {
  const interrupted = state.photos.filter(
    ({ id, status, address }) =>
      (status === 'ready' ? !address : /^(prep|up)/.test(status)) && !work.includes(uploadOf(id)),
  );
  for (const photo of interrupted) {
    photo.status = 'failed';
    // A `blob:` address is valid only for the page that created it.
    if (photo.preview.startsWith('blob:')) photo.preview = '';
  }
  return interrupted;
}

function draftNow(): Draft {
  const { restored: _, ...draft } = copyOf(snapshot(state)) as Wizard;
  return draft;
}

/** Saves at once, and adopts changes of other tabs. Needed only before steps that depend on the saved draft. */
export async function saveWizard(): Promise<void> {
  if (await exclusively('draft', saveChanges)) return;
  noteLoss();
}

/** Shows a note, once per visit, that the draft's photos will be lost when the page closes. */
export function noteLoss(): void {
  if (isLossNoted || state.photos.length === 0) return;
  isLossNoted = true;
  note('make-pic.not-saved');
}

/** Saves this tab's changes. Returns false if the device cannot save the draft. */
async function saveChanges(): Promise<boolean> {
  const found = mayHaveOtherTabs ? await savedDraft.read() : null;
  // This code is loaded only if another tab has changed the draft.
  const other = found && !isSame(found, base) && (await import('./merge-drafts.ts'));
  const mine = draftNow();
  const draft = other ? other.mergeDrafts(base, mine, found) : mine;
  if (!isSame(draft, mine)) Object.assign(state, copyOf(draft));
  if (other) other.noteCrowdedOut(base, mine, draft);
  if (!isSame(draft, found ?? base)) {
    if (!(await savedDraft.write(draft))) return false;
    notifyTabs('draft-saved');
  }
  base = draft;
  return true;
}

/** Clears the draft in memory and on the device, after any running save, which would restore the draft. */
export async function clearWizard(): Promise<void> {
  stopSaving();
  restoring = null;
  await exclusively('draft', async () => {
    resetDraft();
    await Promise.all([savedDraft.remove(), photoBlobs.clear()]);
  });
  notifyTabs('draft-cleared');
}

/** Called when another tab has cleared the draft. Also removes what this tab saved before that message. */
async function followClearing(): Promise<void> {
  if (isSame(await savedDraft.read(), base)) await savedDraft.remove();
  resetDraft();
}

function resetDraft(): void {
  base = emptyDraft();
  Object.assign(state, emptyDraft());
}

/** Selects a template. Its title and picture are empty while only the id is known. */
export function selectTemplate(
  id: TemplateId | null,
  title = '',
  picUrl = '',
  style: WireId | null = null,
): void {
  if (!isSameId(state.templateId, id)) endAttempt();
  state.templateId = id;
  state.templateTitle = title;
  state.templatePicUrl = picUrl;
  state.templateStyle = style;
}

/** Saves the open step, so that the app can return to it after a restart. */
export function setStep(step: Step): void {
  state.step = step;
}

export function setOwner(userId: string): void {
  state.owner = userId;
}

export function markRestored(): void {
  state.restored = true;
}

/** Returns the id of the attempt to create a job, or starts one. `knownJobs` are the jobs at its start. */
export function startAttempt(knownJobs: Draft['knownJobs']): string {
  if (state.attemptId === null) state.knownJobs = knownJobs;
  state.attemptId ??= randomText(24);
  return state.attemptId;
}

/** Records that the attempt has created a job with ids that are not known yet. */
export function markMade(): void {
  state.isMade = true;
}

/** Ends the attempt, because its job is known or the draft has changed. */
export function endAttempt(job: Draft['made'] = null): void {
  state.attemptId = null;
  state.knownJobs = null;
  state.isMade = false;
  if (job) state.made = { trainId: job.trainId, generateId: job.generateId };
}

/** Sets the photos of an earlier job as the draft's photos. The draft must be empty. */
export function setPhotos(photos: Photo[]): void {
  state.photos = photos;
}

export function addPhoto(photo: Photo): void {
  endAttempt();
  state.photos.push(photo);
}

/** Replaces a photo. If it is gone, inserts the new one first, or replaces the first one of a full draft. */
export function replacePhoto(id: string | undefined, photo: Photo): void {
  endAttempt();
  const place = state.photos.findIndex(photo => photo.id === id);
  const isInserted = place < 0 && state.photos.length < maxPhotos;
  state.photos.splice(Math.max(0, place), isInserted ? 0 : 1, photo);
}

export function moveToFront(id: string): void {
  const front = state.photos.find(photo => photo.id === id);
  if (!front || front === state.photos[0]) return;
  endAttempt();
  state.photos = [front, ...state.photos.filter(photo => photo !== front)];
}

/** Changes fields of a photo. Does nothing if the photo is no longer in the draft. */
export function updatePhoto(id: string, change: Partial<Omit<Photo, 'id'>>): void {
  const photo = state.photos.find(photo => photo.id === id);
  if (photo) Object.assign(photo, change);
}

export function removePhoto(id: string): void {
  endAttempt();
  state.photos = state.photos.filter(photo => photo.id !== id);
}
