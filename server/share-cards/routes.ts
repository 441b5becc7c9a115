import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { addressOf } from '../http/address-of.ts';
import { notFound } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { callerGone } from '../http/caller-gone.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Labels } from '../labels/open-labels.ts';
import { languageOf } from '../languages/languages.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { CardCache } from './card-cache.ts';
import { type Card, createCard, deleteCard, findPicOfCard, listCards } from './cards.ts';
import { renderSharePage, sharePageHeaders, unlisted } from './share-page.ts';

const publicPath = '/share/';

/** Making pics public and taking them back. */
export async function shareCardRoutes(
  app: FastifyInstance,
  parts: { db: Database; clock: () => number },
): Promise<void> {
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

/** The public pages, and the cards on them: 404 as soon as the pic is taken back or deleted. */
export async function sharePages(
  app: FastifyInstance,
  { db, store, labels }: { db: Database; store: ObjectStore; labels: Pick<Labels, 'sign'> },
): Promise<void> {
  const cards = new CardCache(store, labels);

  app.get<{ Params: { id: string } }>(`${publicPath}:id`, async (request, reply) => {
    const { id } = request.params;
    const isThere = (await findPicOfCard(db, id)) !== null;
    const origin = originOf(request);
    const html = renderSharePage({
      language: languageOf(request.headers['accept-language']),
      card: isThere ? cardAddress(origin, id) : null,
      app: `${origin}/tyy/`,
    });
    return reply
      .code(isThere ? 200 : 404)
      .headers(sharePageHeaders(html))
      .send(html);
  });

  app.get<{ Params: { id: string } }>(`${publicPath}:id/card.jpg`, async (request, reply) => {
    const { id } = request.params;
    const key = await findPicOfCard(db, id);
    const card = key && (await cards.get(key, addressOf(request), callerGone(reply)));
    reply.headers(unlisted);
    if (!card) throw notFound();
    // Apps that show a preview of the link, and the page that hands the card on as a file, may load it.
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/jpeg')
      .send(Buffer.from(card));
  });
}

const cardAddress = (origin: string, id: string) => `${origin}${publicPath}${id}/card.jpg`;

function viewOf(request: FastifyRequest, { card_id, pic_id }: Card) {
  const origin = originOf(request);
  return { pic_id, page_url: origin + publicPath + card_id, card_url: cardAddress(origin, card_id) };
}
