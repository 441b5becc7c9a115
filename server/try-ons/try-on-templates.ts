import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import { lockUser, tryOnsOfPhoto } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { hasCostume } from '../generator/templates.ts';
import { ApiError, Busy, notFound } from '../http/api-error.ts';
import { leastFree } from '../http/files/free-on-disk.ts';
import { bounds, FairQueue } from '../http/limits/limiters.ts';
import { type JobQueue, waitForCalm } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { type AiLabel, labelVersion, type PicLabel } from '../labels/label-pic.ts';
import type { Language } from '../languages/languages.ts';
import type { LocalEndpoints } from '../store/local-storage.ts';
import type { ObjectHead, ObjectStore } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import type { TryOnDrawing } from './try-on-drawer.ts';

/** After this time (ms), a call responds with the try-ons that are ready, because a call may take at most 10 s. */
const longestWait = 8_000;

export interface TryOnsParts extends DbAndClock {
  labels: AiLabel;
  store: ObjectStore;
  /** The local store's endpoints; null if another service stores the pictures. */
  endpoints: { store: Pick<LocalEndpoints['store'], 'room'> } | null;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  findTemplate: Catalogue['find'];
  own: Pick<OwnTemplate, 'id' | 'drawnAs' | 'technique'>[];
  drawer: TryOnDrawing;
}

export interface TryOn {
  templateId: number;
  key: string;
  label: PicLabel;
  /** True if a problem may be stored beside the try-on: for ID photos and costumes. */
  mayHaveProblems: boolean;
}

export interface TryOnsWanted {
  userId: string;
  photoKey: string;
  language: Language;
  templateIds: number[];
}

interface Viewing {
  userId: string;
  photoKey: string;
  etag: string;
}

/** Returns the photo's try-ons. Draws missing ones while no job runs, and leaves out those that take too long. */
export async function tryOnTemplates(
  parts: TryOnsParts & { tryOnQueue: TryOnQueue },
  request: TryOnsWanted,
  gone: AbortSignal,
): Promise<TryOn[]> {
  const { store, tryOnQueue } = parts;
  const { userId, photoKey, templateIds } = request;
  const photo = await store.head(photoKey);
  if (!photo) throw notFound();
  const wanted = [...new Set(templateIds)].flatMap(id => nameOf(parts, request, photo, id));
  const heads = await Promise.all(wanted.map(({ key }) => store.head(key)));
  const isThere = new Set(wanted.filter((_, index) => heads[index]));
  const missing = wanted.filter(tryOn => !isThere.has(tryOn) && drawingOf(parts, tryOn.templateId));
  if (missing.length === 0) return [...isThere];
  if (!(await hasRoom(parts))) {
    if (isThere.size > 0) return [...isThere];
    throw new ApiError('overloaded', 'error.no-room');
  }

  const ended = new AbortController();
  // Not AbortSignal.timeout: Node 20 may discard it before it fires if a signal is derived from it.
  const timer = setTimeout(() => ended.abort(), longestWait);
  const signal = AbortSignal.any([gone, ended.signal]);
  setMaxListeners(missing.length + 4, signal);
  const viewing = { userId, photoKey, etag: photo.etag };
  const drawAll = async () => {
    // Check before the request joins the queue, which it would block. A check slows jobs down, so let them end first.
    if (!(await waitForCalm(parts.queue, signal))) return [];
    await parts.photoChecks.check(userId, [photoKey], signal);
    return Promise.all(
      missing.map(async tryOn => {
        const make = () => drawOne(parts, viewing, tryOn);
        const drawn = await tryOnQueue.wait({ caller: userId, key: tryOn.key, make }, signal);
        if (drawn === 'drawn') isThere.add(tryOn);
        return drawn;
      }),
    );
  };
  const all = await drawAll().finally(() => {
    clearTimeout(timer);
    ended.abort();
  });

  if (isThere.size > 0) return wanted.filter(tryOn => isThere.has(tryOn));
  if (all.includes('last')) throw new ApiError('tooManyRequests', 'error.last-try-on');
  throw tryOnsBusy('overloaded');
}

/** The error for a reached limit: the user's own, or the one for all users. */
export function tryOnsBusy(name: 'tooManyRequests' | 'overloaded'): Busy {
  return new Busy(name, 'error.try-ons-busy', bounds.tryOnCalls.tryAgainIn);
}

/** Try-ons can be drawn again, so they may not use the space reserved for the database and pics. */
async function hasRoom({ endpoints }: TryOnsParts): Promise<boolean> {
  return !endpoints || (await endpoints.store.room('')).free > leastFree;
}

const problemsKeyOf = ({ key }: TryOn) => `${key}.json`;

export async function problemsOf({ store }: Pick<TryOnsParts, 'store'>, tryOn: TryOn): Promise<string[]> {
  const stored = tryOn.mayHaveProblems ? await store.get(problemsKeyOf(tryOn)) : null;
  return stored ? JSON.parse(new TextDecoder().decode(stored.bytes)) : [];
}

/** Store name of a template's try-on. Changes with the photo, the template's `previewVersion` and the label. */
function nameOf(
  parts: TryOnsParts,
  { photoKey, language }: TryOnsWanted,
  { etag }: ObjectHead,
  templateId: number,
): TryOn[] {
  const { findTemplate, labels } = parts;
  const template = findTemplate(templateId);
  if (!template) return [];
  const version = createHash('sha256')
    .update(`${etag} ${template.previewVersion} ${labelVersion(labels, language)}`)
    .digest('hex')
    .slice(0, 16);
  const id = `${templateId}-${version}`;
  const label = { mark: labels.mark, producer: labels.producer, id, language };
  const mayHaveProblems =
    template.category === 'id-photo' || hasCostume(drawingOf(parts, templateId)?.templateId ?? 0);
  return [{ templateId, key: `${tryOnsOfPhoto(photoKey)}${id}.webp`, label, mayHaveProblems }];
}

/** Which built-in template to draw, and in which technique. Null if the template has no drawing. */
function drawingOf({ own }: TryOnsParts, templateId: number) {
  const { drawnAs, technique } = own.find(({ id }) => id === templateId) ?? {
    drawnAs: templateId,
    technique: undefined,
  };
  return drawnAs === null ? null : { templateId: drawnAs, technique };
}

async function drawOne(
  parts: TryOnsParts,
  { userId, photoKey, etag }: Viewing,
  tryOn: TryOn,
): Promise<Drawn> {
  const { store, drawer } = parts;
  if (!(await countTryOn(parts, userId))) return 'last';
  const photo = async () => {
    const stored = await store.get(photoKey);
    if (stored?.etag !== etag) throw notFound();
    return stored.bytes;
  };
  const { picture, problems } = await drawer.draw({
    photoKey: `${photoKey} ${etag}`,
    photo,
    label: tryOn.label,
    ...drawingOf(parts, tryOn.templateId)!,
  });
  // Store the problems before the picture, so that a stored picture always has its problems.
  if (tryOn.mayHaveProblems)
    await store.put(problemsKeyOf(tryOn), Buffer.from(JSON.stringify(problems)), 'application/json');
  await store.put(tryOn.key, picture, 'image/webp');
  if (await store.head(photoKey)) return 'drawn';
  // The photo was deleted while this try-on was drawn, so delete its try-ons.
  await store.deletePrefix(tryOnsOfPhoto(photoKey));
  return 'late';
}

/** False above the daily limit (days in UTC). Throws 1002 if the account is being deleted. */
async function countTryOn({ db, clock }: DbAndClock, userId: string): Promise<boolean> {
  const time = new Date(clock());
  return db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    if ((await countOfDay(tx, 'previews', userId, time)) >= bounds.tryOns.ofOne) return false;
    await addToDay(tx, 'previews', userId, { time, more: 1 });
    return true;
  });
}

/** `late`: a photo was deleted meanwhile. `last`: the user has reached the daily limit. */
export type Drawn = 'drawn' | 'late' | 'last';

/** Draws one try-on at a time, taking users in turn, while no job runs. Drops unneeded try-ons. */
export const openTryOnQueue = (jobs: Pick<JobQueue, 'isBusy'>) =>
  new FairQueue<Drawn>(bounds.waitingTryOns, () => waitForCalm(jobs));

export type TryOnQueue = FairQueue<Drawn>;
