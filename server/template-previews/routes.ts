import type { FastifyInstance } from 'fastify';
import { photosPrefix } from '../accounts/user.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { AtOnce } from '../http/at-once.ts';
import { callerOf } from '../http/caller.ts';
import { callerGone } from '../http/caller-gone.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { NoFace } from './preview-drawer.ts';
import { PreviewQueue } from './preview-queue.ts';
import { previewsBusy, previewTemplates, type TemplatePreviewsParts } from './template-previews.ts';

/** What the call needs. */
export interface PreviewRouteParts extends TemplatePreviewsParts {
  storage: PictureStorage;
}

/** Calls that wait for previews at the same time: two pages of a user, and as many users as can be drawn in some seconds. */
const mostAtOnce = { ofOne: 2, inAll: 24 };

/** Seconds for which the address of a preview opens it at least. */
const addressLife = 15 * 60;

/** The user in templates, before anything is paid. */
export async function templatePreviewRoutes(app: FastifyInstance, parts: PreviewRouteParts): Promise<void> {
  const { storage } = parts;
  const calls = new AtOnce(mostAtOnce);
  const previewQueue = new PreviewQueue(parts.queue);

  serveCall(app, 'previewTemplates', async (request, reply) => {
    const userId = callerOf(request);
    const photoKey = storage.keyOf(request.body.photo);
    if (photoKey === null) throw wrongParameter('photo', 'parameter.photo');
    if (!photoKey.startsWith(photosPrefix(userId))) throw notFound();
    const end = calls.begin(userId);
    if (!end) throw previewsBusy('tooManyRequests');
    const templateIds = request.body.template_ids;
    const previews = await previewTemplates(
      { ...parts, previewQueue },
      { userId, photoKey, templateIds },
      callerGone(reply),
    )
      .catch(explain)
      .finally(end);
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
