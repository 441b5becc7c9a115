import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../contract/limits.ts';
import { notFound } from '../http/api-error.ts';
import { addressOf, callerGone, pictureFormatOf } from '../http/caller.ts';
import { appPath } from '../http/files/app-files.ts';
import { originOf } from '../http/origin.ts';
import { type ApiApp, type CallRequest, pageOf, serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import type { Catalogue, OfferedTemplates } from './catalogue.ts';
import { type PreviewCache, previewAddress, previewWidths } from './preview-cache.ts';

const listWidth = 480;
const listHeight = 640;
const samplesOnHome = 6;

const homePics = ['background', 'step-upload', 'step-choose', 'step-download'].map(
  name => `${appPath}home/${name}.webp`,
);

interface TemplateParts {
  templates: OfferedTemplates;
  findTemplate: Catalogue['find'];
  config: { openTry: boolean; generateCost: number };
}

export async function templateRoutes(
  app: FastifyInstance,
  { templates, findTemplate, config }: TemplateParts,
): Promise<void> {
  const listTemplates = async (request: CallRequest<'getTemplates'>) => {
    const { offset, limit } = pageOf(request.query);
    const language = languageOf(request.headers['user-language']);
    const origin = originOf(request);
    const { list: offered, popular } = await templates.offer();
    const list = offered
      .slice(offset, offset + limit)
      .map(({ id, title, colour, previewVersion, category, isNew }) => ({
        id,
        title: title[language],
        pic_url: previewAddress(origin, id, listWidth, previewVersion),
        pic_width: listWidth,
        pic_height: listHeight,
        colour,
        ...(category && { category, is_new: isNew === true }),
        ...(popular.has(id) && { is_popular: true }),
      }));
    return { list, pic_widths: [...previewWidths] };
  };
  serveCall(app, 'getTemplates', listTemplates, { openToGuests: config.openTry });

  const nameTemplate = async ({ query, headers }: CallRequest<'getTemplate'>) => {
    const found = findTemplate(query.template_id);
    if (!found) throw notFound();
    const { title, category } = found;
    return { title: title[languageOf(headers['user-language'])], ...(category && { category }) };
  };
  serveCall(app, 'getTemplate', nameTemplate, { openToGuests: config.openTry });

  serveCall(app, 'getHomePics', async request => {
    const origin = originOf(request);
    const language = languageOf(request.headers['user-language']);
    const offered = await templates.list();
    // A caller with a token has visited before and knows the usual samples, so show new templates if there are any.
    const news = request.headers.authorization ? offered.filter(({ isNew }) => isNew) : [];
    const samples = (news.length > 0 ? news : offered).slice(0, samplesOnHome);
    return {
      list: homePics.map(path => origin + path),
      samples: samples.map(({ id, title, colour, previewVersion }) => ({
        id,
        title: title[language],
        pic_url: previewAddress(origin, id, previewWidths[0], previewVersion),
        colour,
        ...(news.length > 0 && { is_new: true }),
      })),
      welcome: { coins: limits.welcomeCoins, cost: config.generateCost },
    };
  });
}

/** Serves previews. Browsers cache them for a year, because their addresses contain the preview's version. */
export async function previewRoutes(
  app: ApiApp,
  { findTemplate, previews }: { findTemplate: Catalogue['find']; previews: PreviewCache },
): Promise<void> {
  app.get(
    '/template-pics/:id',
    {
      schema: {
        hide: true,
        params: Type.Object({ id: Type.Integer() }),
        querystring: Type.Object({
          w: Type.Optional(Type.Union(previewWidths.map(width => Type.Literal(width)))),
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!findTemplate(id)) throw notFound();

      const format = pictureFormatOf(request.headers.accept);
      const caller = { caller: addressOf(request), gone: callerGone(reply) };
      const bytes = await previews.get(id, request.query.w ?? listWidth, format, caller);
      if (!bytes) throw notFound();
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept',
          // Apps on other origins must be able to show and cache these pictures.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(`image/${format}`)
        .send(bytes);
    },
  );
}
