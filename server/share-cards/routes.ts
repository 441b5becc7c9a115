import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lockUser } from '../accounts/user.ts';
import type { Database, DbAndClock, Queryable } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import { addressOf, callerGone, callerOf } from '../http/caller.ts';
import { appPath } from '../http/files/app-files.ts';
import { originOf } from '../http/origin.ts';
import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Labels } from '../labels/open-labels.ts';
import { type Language, languageOf, type SentenceKey, sentenceIn } from '../languages/languages.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import { CardCache } from './card-cache.ts';

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

/** Serves public pages and their cards. Responds with 404 if the pic is unpublished, hidden or deleted. */
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
    // Any website may load the card: apps show it in link previews, and the app shares it as a file.
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

interface OwnPic {
  userId: string;
  generateId: string;
  picId: string;
}

interface Card {
  card_id: string;
  pic_id: string;
  isHidden: boolean;
}

async function createCard({ db, clock }: DbAndClock, own: OwnPic): Promise<Card> {
  return db.query.transaction().execute(async tx => {
    // Lock the user, so that their data cannot be deleted at the same time.
    await lockUser(tx, own.userId);
    const { pic_id } = await findPic(tx, own);
    const card_id = randomBytes(24).toString('base64url');
    await tx
      .insertInto('share_cards')
      .values({ card_id, pic_id, create_time: new Date(clock()) })
      .onConflict(conflict => conflict.column('pic_id').doNothing())
      .execute();
    return cards(tx).where('share_cards.pic_id', '=', pic_id).executeTakeFirstOrThrow();
  });
}

async function deleteCard(db: Database, own: OwnPic): Promise<void> {
  const { pic_id } = await findPic(db.query, own);
  await db.query.deleteFrom('share_cards').where('pic_id', '=', pic_id).execute();
}

const cards = (db: Queryable) =>
  db
    .selectFrom('share_cards')
    .innerJoin('pics', 'pics.pic_id', 'share_cards.pic_id')
    .select(['card_id', 'share_cards.pic_id'])
    .select(eb => eb('review', '=', 'hidden').$castTo<boolean>().as('isHidden'));

function listCards(db: Database, { userId, generateId }: Omit<OwnPic, 'picId'>): Promise<Card[]> {
  return cards(db.query)
    .where('user_id', '=', userId)
    .where('generate_id', '=', generateId)
    .orderBy('position')
    .execute();
}

interface PublicPic {
  picId: string;
  key: string;
  templateId: number;
}

/** The pic of a card. Null if the card does not exist, or if the pic is hidden after reports. */
export async function findPicOfCard(db: Database, cardId: string): Promise<PublicPic | null> {
  // Reject ids that the database cannot store, for example with NUL.
  if (!/^[\w-]{32}$/.test(cardId)) return null;
  const found = await db.query
    .selectFrom('share_cards')
    .innerJoin('pics', 'pics.pic_id', 'share_cards.pic_id')
    .innerJoin('jobs', 'jobs.generate_id', 'pics.generate_id')
    .select(['pics.pic_id as picId', 'key', 'template_id as templateId'])
    .where('card_id', '=', cardId)
    .where('review', '!=', 'hidden')
    .executeTakeFirst();
  return found ?? null;
}

function findPic(db: Queryable, { userId, generateId, picId }: OwnPic): Promise<{ pic_id: string }> {
  return db
    .selectFrom('pics')
    .select('pic_id')
    .where('pic_id', '=', picId)
    .where('generate_id', '=', generateId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(notFound);
}

/** The page behind a public link. If `card` is null, it says that the picture is gone. */
interface SharePage {
  language: Language;
  card: string | null;
  template: string;
  app: string;
  report: string;
}

const style = `body { place-items: center; text-align: center; }
main { display: grid; gap: 16px; width: 100%; max-width: 400px; }
img { display: block; width: min(100%, 46dvh); height: auto; margin: 0 auto; border-radius: 16px; box-shadow: 0 8px 32px rgb(31 25 20 / 0.16); }
h1 { margin: 0; font-size: 24px; line-height: 1.25; text-wrap: balance; }
p { margin: 0; color: var(--quiet); text-wrap: balance; }
main > a { display: grid; place-items: center; min-height: 52px; padding: 8px 24px; border: 1px solid transparent; border-radius: 999px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
small a { color: var(--quiet); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

function renderSharePage({ language, card, template, app, report }: SharePage): string {
  const say = (key: SentenceKey) => escapeHtml(sentenceIn(language, key));
  const title = sentenceIn(language, titleKeyOf(card, template), { template });
  const text = say(card ? 'share.text' : 'share.gone-text');
  const picture = say('share.picture');
  const previews = card
    ? `<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${text}">
<meta property="og:site_name" content="${say('preview.title')}">
<meta property="og:image" content="${escapeHtml(card)}">
<meta property="og:image:alt" content="${picture}">
<meta name="twitter:card" content="summary_large_image">
`
    : '';
  const body = `<main>
${card ? `<img src="${escapeHtml(card)}" alt="${picture}">\n` : ''}<h1>${escapeHtml(title)}</h1>
<p>${text}</p>
<a href="${escapeHtml(app)}">${say('share.button')}</a>
${card ? `<small><a href="${escapeHtml(report)}">${say('report.title')}</a></small>` : ''}
</main>`;
  return renderHtml({
    language,
    title,
    robots: 'noindex, nofollow, noimageindex',
    head: previews,
    style,
    body,
  });
}

function titleKeyOf(card: string | null, template: string): SentenceKey {
  if (!card) return 'share.gone';
  return template ? 'share.title-of' : 'share.title';
}

function sharePageHeaders(html: string): Record<string, string> {
  return { ...unlisted, ...htmlHeaders(html, { 'img-src': ["'self'"], 'form-action': ["'none'"] }) };
}

/** Headers of public pages that users can withdraw: no caching, no search index, no referrer. */
export const unlisted = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noimageindex',
  'referrer-policy': 'no-referrer',
};
