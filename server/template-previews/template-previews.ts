import { createHash } from 'node:crypto';
import { previewsOfPhoto } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { ApiError } from '../http/api-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';
import type { ObjectStore, StoredObject } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import { countPreviews } from './count-previews.ts';
import type { PreviewDrawing } from './preview-drawer.ts';

/** Milliseconds after which a request is responded to with the previews that there are. */
const longestWait = 15_000;

/** The scene of the next one is drawn while the person is put into this one. */
const atOnce = 2;

/** What previews need; `own` are the templates that the owner added. */
export interface TemplatePreviewsParts {
  db: Database;
  clock: () => number;
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  findTemplate: Catalogue['find'];
  own: Pick<OwnTemplate, 'id' | 'drawnAs' | 'hand'>[];
  drawer: PreviewDrawing;
}

/** One preview: the template, and the key of the picture in the store. */
export interface Preview {
  templateId: number;
  key: string;
}

/**
 * The user of a photo in templates, small: drawn once for a photo and a template, kept in the store, and drawn only while
 * no paid job is. Those that cannot be drawn in time, or that no drawing is known of, are left out.
 */
export async function previewTemplates(
  parts: TemplatePreviewsParts,
  { userId, photoKey, templateIds }: { userId: string; photoKey: string; templateIds: number[] },
): Promise<Preview[]> {
  const { store } = parts;
  const photo = await store.get(photoKey);
  if (!photo) return [];
  const wanted = [...new Set(templateIds)].flatMap(id => nameOf(parts, photoKey, photo, id));
  const heads = await Promise.all(wanted.map(({ key }) => store.head(key)));
  const missing = wanted.filter((_, index) => !heads[index]);
  const allowed = await countPreviews(parts, userId, missing.length);
  const drawn = await drawAll(parts, { photoKey, photo, missing: missing.slice(0, allowed) });

  const isThere = new Set([...wanted.filter((_, index) => heads[index]), ...drawn].map(({ key }) => key));
  if (isThere.size === 0 && missing.length > 0 && allowed === 0) {
    throw new ApiError('tooManyRequests', 'error.last-preview');
  }
  return wanted.filter(({ key }) => isThere.has(key));
}

/** Another photo at the same address, or other art, is another picture. */
function nameOf(
  { findTemplate }: TemplatePreviewsParts,
  photoKey: string,
  { etag }: StoredObject,
  templateId: number,
): Preview[] {
  const template = findTemplate(templateId);
  if (!template) return [];
  const version = createHash('sha256')
    .update(`${etag} ${template.previewVersion}`)
    .digest('hex')
    .slice(0, 16);
  return [{ templateId, key: `${previewsOfPhoto(photoKey)}${templateId}-${version}.webp` }];
}

async function drawAll(
  parts: TemplatePreviewsParts,
  { photoKey, photo, missing }: { photoKey: string; photo: StoredObject; missing: Preview[] },
): Promise<Preview[]> {
  const end = performance.now() + longestWait;
  const drawn: Preview[] = [];
  const left = missing.values();

  async function drawSome(): Promise<void> {
    for (const preview of left) {
      const { drawnAs, hand } = parts.own.find(({ id }) => id === preview.templateId) ?? {
        drawnAs: preview.templateId,
        hand: undefined,
      };
      if (drawnAs === null) continue;
      if (!(await waitForCalm(parts.queue, end))) return;
      const task = { photoKey: `${photoKey} ${photo.etag}`, photo: photo.bytes, templateId: drawnAs, hand };
      await parts.store.put(preview.key, await parts.drawer.draw(task), 'image/webp');
      drawn.push(preview);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, drawSome));
  // Erased meanwhile: what was stored after that goes too.
  if (await parts.store.head(photoKey)) return drawn;
  await parts.store.deletePrefix(previewsOfPhoto(photoKey));
  return [];
}
