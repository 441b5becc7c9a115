import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database, DbAndClock } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import { addressOf, callerGone, callerOf } from '../http/caller.ts';
import { appPath } from '../http/files/app-files.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Labels } from '../labels/open-labels.ts';
import { type Language, languageOf } from '../languages/languages.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import { CardCache } from './card-cache.ts';
import { type Card, createCard, deleteCard, findPicOfCard, listCards } from './cards.ts';
import { renderSharePage, sharePageHeaders, unlisted } from './share-page.ts';

const publicPath = '/share/';

export async function shareCardRoutes(app: FastifyInstance, parts: DbAndClock): Promise<void> {
  serveCall(app, 'getShareCards', async request => {
    const own = { userId: callerOf(request), generateId: request.query.generate_id };
    return { list: (await listCards(parts.db, own)).map(card => viewOf(request, card)) };
  });

  serveCall(app, 'createShareCard', async request => {
    const { generate_id: generateId, pic_id: picId } = request.body;
    return viewOf(request, await createCard(parts, { userId: callerOf(request), generateId, picId }));
  });

  serveCall(app, 'deleteShareCard', async request => {
    const { generate_id: generateId, pic_id: picId } = request.body;
    await deleteCard(parts.db, { userId: callerOf(request), generateId, picId });
    return null;
  });
}

interface SharePageParts {
  db: Database;
  store: ObjectStore;
  labels: Pick<Labels, 'sign'>;
  findTemplate: Catalogue['find'];
}

/** Serves public pages and their cards. Responds with 404 once the pic has been unpublished or deleted. */
export async function sharePages(
  app: FastifyInstance,
  { db, store, labels, findTemplate }: SharePageParts,
): Promise<void> {
  const cards = new CardCache(store, labels);

  app.get<{ Params: { id: string } }>(`${publicPath}:id`, async (request, reply) => {
    const { id } = request.params;
    const pic = await findPicOfCard(db, id);
    const origin = originOf(request);
    const language = languageOf(request.headers['accept-language']);
    const html = renderSharePage({
      language,
      card: pic && cardAddress(origin, id),
      template: (pic && findTemplate(pic.templateId)?.title[language]) ?? '',
      app: appAddress(origin, language, pic?.templateId),
      report: `${publicPath}${id}/report`,
    });
    return reply
      .code(pic ? 200 : 404)
      .headers(sharePageHeaders(html))
      .send(html);
  });

  app.get<{ Params: { id: string } }>(`${publicPath}:id/card.jpg`, async (request, reply) => {
    const { id } = request.params;
    const pic = await findPicOfCard(db, id);
    const card = pic && (await cards.get(pic.key, addressOf(request), callerGone(reply)));
    reply.headers(unlisted);
    if (!card) throw notFound();
    // Any website may load the card, because apps show it in link previews. The app also loads it, to share it as a
    // file.
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/jpeg')
      .send(Buffer.from(card));
  });
}

/** Address of the app in the page's language, with the picture's template preselected. */
function appAddress(origin: string, language: Language, templateId?: number): string {
  const query = new URLSearchParams({ lang: language });
  if (templateId === undefined) return `${origin}${appPath}?${query}`;
  return `${origin}${appPath}make-pic?template_id=${templateId}&${query}`;
}

const cardAddress = (origin: string, id: string) => `${origin}${publicPath}${id}/card.jpg`;

function viewOf(request: FastifyRequest, { card_id, pic_id, isHidden }: Card) {
  const origin = originOf(request);
  const page_url = origin + publicPath + card_id;
  return { pic_id, page_url, card_url: cardAddress(origin, card_id), hidden: isHidden };
}
