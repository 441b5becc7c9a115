import type { FastifyInstance } from 'fastify';
import { photosPrefix } from '../accounts/user.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { NoFace } from './preview-drawer.ts';
import { previewTemplates, type TemplatePreviewsParts } from './template-previews.ts';

/** What the call needs. */
export interface PreviewRouteParts extends TemplatePreviewsParts {
  storage: PictureStorage;
  photoChecks: PhotoChecks;
}

/** Seconds for which the address of a preview opens it at least. */
const addressLife = 15 * 60;

/** The user in templates, before anything is paid. */
export async function templatePreviewRoutes(app: FastifyInstance, parts: PreviewRouteParts): Promise<void> {
  const { storage, photoChecks } = parts;

  serveCall(app, 'previewTemplates', async request => {
    const userId = callerOf(request);
    const photoKey = storage.keyOf(request.body.photo);
    if (photoKey === null) throw wrongParameter('photo', 'parameter.photo');
    if (!photoKey.startsWith(photosPrefix(userId))) throw notFound();
    await photoChecks.check(userId, [photoKey]);
    const templateIds = request.body.template_ids;
    const previews = await previewTemplates(parts, { userId, photoKey, templateIds }).catch(explain);
    const list = previews.map(({ templateId, key }) => ({
      template_id: templateId,
      pic_url: storage.addressOf(key, originOf(request), { life: addressLife }),
    }));
    return { list };
  });
}

function explain(error: unknown): never {
  if (error instanceof NoFace) throw new ApiError('photosRefused', 'photo.no-face', { number: 1 });
  throw error;
}
