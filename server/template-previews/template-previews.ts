import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { previewsOfPhoto } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { ApiError, Busy, notFound } from '../http/api-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';
import { type AiLabel, labelVersion, type PicLabel } from '../labels/label-version.ts';
import type { Language } from '../languages/languages.ts';
import type { ObjectHead, ObjectStore } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import { countPreview } from './count-preview.ts';
import type { PreviewDrawing } from './preview-drawer.ts';
import type { Drawn, PreviewQueue } from './preview-queue.ts';

/** Milliseconds after which a request is responded to with the previews that there are: every call ends within 10 s. */
const longestWait = 8_000;

/** Seconds after which there may be room for a call. */
const tryAgainIn = 5;

/** What previews need; `own` are the templates that the owner added. */
export interface TemplatePreviewsParts {
  labels: AiLabel;
  db: Database;
  clock: () => number;
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  findTemplate: Catalogue['find'];
  own: Pick<OwnTemplate, 'id' | 'drawnAs' | 'hand'>[];
  drawer: PreviewDrawing;
}

/** One preview: the template, the key of the picture in the store, and its label. */
export interface Preview {
  templateId: number;
  key: string;
  label: PicLabel;
}

/** Whose previews are wanted, of which photo, labelled in which language. */
export interface PreviewsWanted {
  userId: string;
  photoKey: string;
  language: Language;
  templateIds: number[];
}

/** The photo as it is when its previews are drawn. */
interface Viewing {
  userId: string;
  photoKey: string;
  etag: string;
}

/**
 * The user of a photo in templates, small: drawn once for a photo and a template, kept in the store, and drawn only while
 * no paid job is. Those that cannot be drawn in time, or that no drawing is known of, are left out. Nothing is begun once
 * `gone` is aborted.
 */
export async function previewTemplates(
  parts: TemplatePreviewsParts & { previewQueue: PreviewQueue },
  request: PreviewsWanted,
  gone: AbortSignal,
): Promise<Preview[]> {
  const { store, previewQueue } = parts;
  const { userId, photoKey, templateIds } = request;
  const photo = await store.head(photoKey);
  if (!photo) throw notFound();
  const wanted = [...new Set(templateIds)].flatMap(id => nameOf(parts, request, photo, id));
  const heads = await Promise.all(wanted.map(({ key }) => store.head(key)));
  const isThere = new Set(wanted.filter((_, index) => heads[index]));
  const missing = wanted.filter(preview => !isThere.has(preview) && drawingOf(parts, preview));
  if (missing.length === 0) return [...isThere];

  const ended = new AbortController();
  // Not AbortSignal.timeout, which Node 20 may collect before it fires when another signal is made of it.
  const timer = setTimeout(() => ended.abort(), longestWait);
  const signal = AbortSignal.any([gone, ended.signal]);
  setMaxListeners(missing.length + 4, signal);
  const viewing = { userId, photoKey, etag: photo.etag };
  const drawAll = async () => {
    // Before it is a preview's turn, for all others would wait too; and a photo is opened in time that belongs to paid jobs.
    if (!(await waitForCalm(parts.queue, signal))) return [];
    await parts.photoChecks.check(userId, [photoKey], signal);
    return Promise.all(
      missing.map(async preview => {
        const draw = () => drawOne(parts, viewing, preview);
        const drawn = await previewQueue.add({ userId, key: preview.key, draw }, signal);
        if (drawn === 'drawn') isThere.add(preview);
        return drawn;
      }),
    );
  };
  const all = await drawAll().finally(() => {
    clearTimeout(timer);
    ended.abort();
  });

  if (isThere.size > 0) return wanted.filter(preview => isThere.has(preview));
  if (all.includes('last')) throw new ApiError('tooManyRequests', 'error.last-preview');
  throw previewsBusy('overloaded');
}

/** There is no room for a call: for one more of this user, or of anybody. */
export function previewsBusy(name: 'tooManyRequests' | 'overloaded'): Busy {
  return new Busy(name, 'error.previews-busy', tryAgainIn);
}

/** Another photo at the same address, other art, or another label, is another picture. */
function nameOf(
  { findTemplate, labels }: TemplatePreviewsParts,
  { photoKey, language }: PreviewsWanted,
  { etag }: ObjectHead,
  templateId: number,
): Preview[] {
  const template = findTemplate(templateId);
  if (!template) return [];
  const version = createHash('sha256')
    .update(`${etag} ${template.previewVersion} ${labelVersion(labels, language)}`)
    .digest('hex')
    .slice(0, 16);
  const id = `${templateId}-${version}`;
  const label = { mark: labels.mark, producer: labels.producer, id, language };
  return [{ templateId, key: `${previewsOfPhoto(photoKey)}${id}.webp`, label }];
}

/** The drawing that stands for a template; null where none is known. */
function drawingOf({ own }: TemplatePreviewsParts, { templateId }: Preview) {
  const { drawnAs, hand } = own.find(({ id }) => id === templateId) ?? {
    drawnAs: templateId,
    hand: undefined,
  };
  return drawnAs === null ? null : { templateId: drawnAs, hand };
}

async function drawOne(
  parts: TemplatePreviewsParts,
  { userId, photoKey, etag }: Viewing,
  preview: Preview,
): Promise<Drawn> {
  const { store, drawer } = parts;
  if (!(await countPreview(parts, userId))) return 'last';
  const photo = async () => {
    const stored = await store.get(photoKey);
    if (stored?.etag !== etag) throw notFound();
    return stored.bytes;
  };
  const picture = await drawer.draw({
    photoKey: `${photoKey} ${etag}`,
    photo,
    label: preview.label,
    ...drawingOf(parts, preview)!,
  });
  await store.put(preview.key, picture, 'image/webp');
  if (await store.head(photoKey)) return 'drawn';
  // Erased meanwhile: what was stored after that goes too.
  await store.deletePrefix(previewsOfPhoto(photoKey));
  return 'late';
}
