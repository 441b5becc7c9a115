import type { FastifyInstance } from 'fastify';
import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { loadUser, photosPrefix } from '../accounts/user.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { callerGone, callerOf } from '../http/caller.ts';
import { bounds } from '../http/limits/bounds.ts';
import { AtOnce } from '../http/limits/limiters.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { PeopleCheck } from './people-check.ts';
import { NoFace } from './try-on-drawer.ts';
import {
  openTryOnQueue,
  problemsOf,
  type TryOnsParts,
  tryOnsBusy,
  tryOnTemplates,
} from './try-on-templates.ts';

interface TryOnRouteParts extends TryOnsParts, ConsentParts {
  storage: PictureStorage;
  /** If false, the call previewTemplates is not served. */
  canTryOn: boolean;
  /** If false, the people in the photos are not compared. */
  comparesFaces: boolean;
}

/** Minimum time in seconds for which the address of a try-on is valid. */
const addressLife = 15 * 60;

export async function tryOnRoutes(app: FastifyInstance, parts: TryOnRouteParts): Promise<void> {
  const { storage } = parts;
  const calls = new AtOnce(bounds.tryOnCalls);
  const tryOnQueue = openTryOnQueue(parts.queue);

  if (parts.canTryOn)
    serveCall(app, 'previewTemplates', async (request, reply) => {
      const userId = callerOf(request);
      const photoKey = ownKeyOf(storage, request.body.photo, userId);
      requireConsent(parts, await loadUser(parts.db.query, userId));
      const end = calls.begin(userId);
      if (!end) throw tryOnsBusy('tooManyRequests');
      const templateIds = request.body.template_ids;
      const tryOns = await tryOnTemplates(
        { ...parts, tryOnQueue },
        { userId, photoKey, templateIds, language: languageOf(request.headers['user-language']) },
        callerGone(reply),
      )
        .catch(explain)
        .finally(end);
      const list = await Promise.all(
        tryOns.map(async tryOn => {
          const problems = await problemsOf(parts, tryOn);
          return {
            template_id: tryOn.templateId,
            pic_url: storage.addressOf(tryOn.key, originOf(request), { life: addressLife }),
            ...(problems.length > 0 && { problems }),
          };
        }),
      );
      return { list };
    });

  const checks = new AtOnce(bounds.photoCheckCalls);
  const people = new PeopleCheck({ ...parts, tryOnQueue });
  serveCall(app, 'checkPhotos', async (request, reply) => {
    const userId = callerOf(request);
    const { photos } = request.body;
    const keys = photos.map(photo => ownKeyOf(storage, photo, userId));
    requireConsent(parts, await loadUser(parts.db.query, userId));
    const end = checks.begin(userId);
    if (!end) throw tryOnsBusy('tooManyRequests');
    const seen = await people.check(userId, keys, callerGone(reply)).finally(end);
    return {
      list: seen.flatMap(({ problems, isOther }, index) =>
        problems || isOther !== undefined
          ? [
              {
                photo: photos[index]!,
                ...(problems && { problems }),
                ...(isOther !== undefined && { shows_other: isOther }),
              },
            ]
          : [],
      ),
    };
  });
}

/** The store key of a photo. Throws unless the caller owns the photo. */
function ownKeyOf(storage: PictureStorage, photo: string, userId: string): string {
  const key = storage.keyOf(photo);
  if (key === null) throw wrongParameter('photo', 'parameter.photo');
  if (!key.startsWith(photosPrefix(userId))) throw notFound();
  return key;
}

function explain(error: unknown): never {
  if (error instanceof NoFace) throw new ApiError('photosRefused', 'photo.no-face', { number: 1 });
  throw error;
}
