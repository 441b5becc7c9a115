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
import { isSameId, type WireId } from './is-same-id.ts';
import { note } from './overlay.ts';
import type { TemplateId } from './template-id.ts';

interface Wizard extends Draft {
  /** False until it is known which photos there are. */
  restored: boolean;
}

const savedDraft = saved('tyy.wizard', draftParser);
const state = proxy<Wizard>({ ...emptyDraft(), restored: false });

/** The draft of a picture; it is saved on each change, survives a reload and a killed webview, and is one for all tabs. */
export const wizard: Snapshot<Wizard> = state;

/** The draft as this tab knows it to be saved: what differs from it, this tab has changed. */
let base: Draft = emptyDraft();
let restoring: Promise<Photo[]> | null = null;
let stopSaving = () => {};
/** The user has been told that the device keeps nothing; once a visit is enough. */
let isLossNoted = false;

/** What the upload of a photo is called among the tabs (`exclusively`). */
export const uploadOf = (id: string): string => `upload ${id}`;

/** Reads the draft back, once in the life of the page; returns the photos whose upload had not succeeded, marked as failed, and null when that was done before. */
export async function restoreWizard(): Promise<Photo[] | null> {
  const before = restoring;
  restoring ??= restore();
  const interrupted = await restoring;
  return before ? null : interrupted;
}

async function restore(): Promise<Photo[]> {
  // Another tab may clear what is being read.
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

/** Marks the photos as failed whose upload has not succeeded and is not among this work of the tabs; returns them. */
export function markInterrupted(work: string[]): Photo[] {
  const interrupted = state.photos.filter(
    ({ id, status, address }) =>
      (status === 'ready' ? !address : /^(prep|up)/.test(status)) && !work.includes(uploadOf(id)),
  );
  for (const photo of interrupted) {
    photo.status = 'failed';
    // The address of a file that was chosen ended with its page.
    if (photo.preview.startsWith('blob:')) photo.preview = '';
  }
  return interrupted;
}

function draftNow(): Draft {
  const { restored: _, ...draft } = copyOf(snapshot(state)) as Wizard;
  return draft;
}

/** Saves now what this tab has changed, and takes over what other tabs have; only needed where the next step depends on it. */
export async function saveWizard(): Promise<void> {
  if (await exclusively('draft', saveChanges)) return;
  noteLoss();
}

/** Tells the user, once a visit, that the draft ends with the page. */
export function noteLoss(): void {
  if (!isLossNoted) note('make-pic.not-saved');
  isLossNoted = true;
}

/** Returns false where the device keeps nothing. */
async function saveChanges(): Promise<boolean> {
  const found = mayHaveOtherTabs ? await savedDraft.read() : null;
  // Downloaded only where another tab has changed something.
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

/** Clears the draft in memory and on the device, as when another user signs in; not while it is being saved, which would bring it back. */
export async function clearWizard(): Promise<void> {
  stopSaving();
  restoring = null;
  await exclusively('draft', async () => {
    resetDraft();
    await Promise.all([savedDraft.remove(), photoBlobs.clear()]);
  });
  notifyTabs('draft-cleared');
}

/** Another tab has cleared the draft: what this tab saved before it heard of that is removed too. */
async function followClearing(): Promise<void> {
  if (isSame(await savedDraft.read(), base)) await savedDraft.remove();
  resetDraft();
}

function resetDraft(): void {
  base = emptyDraft();
  Object.assign(state, emptyDraft());
}

/** Chooses a template; title and picture are empty while only its id is known. */
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

/** Names the attempt to create a job of the draft as it is, until that changes or the attempt ends; `knownJobs` are those at its start, or null when they are not known. */
export function startAttempt(knownJobs: Draft['knownJobs']): string {
  if (state.attemptId === null) state.knownJobs = knownJobs;
  state.attemptId ??= randomText(24);
  return state.attemptId;
}

/** Notes that the attempt has made a job, which is still to be found. */
export function markMade(): void {
  state.isMade = true;
}

/** Ends the attempt: once its job has come, or, without one, when the draft is another one from now on. */
export function endAttempt(job: Draft['made'] = null): void {
  state.attemptId = null;
  state.knownJobs = null;
  state.isMade = false;
  if (job) state.made = { trainId: job.trainId, generateId: job.generateId };
}

/** Takes the photos of an earlier job for a draft that has none. */
export function setPhotos(photos: Photo[]): void {
  state.photos = photos;
}

/** Adds a photo at the end. */
export function addPhoto(photo: Photo): void {
  endAttempt();
  state.photos.push(photo);
}

/** Puts a photo in the place of another; before all others where that one has left the draft and there is room. */
export function replacePhoto(id: string | undefined, photo: Photo): void {
  endAttempt();
  const place = state.photos.findIndex(photo => photo.id === id);
  const isInserted = place < 0 && state.photos.length < maxPhotos;
  state.photos.splice(Math.max(0, place), isInserted ? 0 : 1, photo);
}

/** Makes a photo of the draft the front one. */
export function moveToFront(id: string): void {
  const front = state.photos.find(photo => photo.id === id);
  if (!front || front === state.photos[0]) return;
  endAttempt();
  state.photos = [front, ...state.photos.filter(photo => photo !== front)];
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
