import { Type } from 'typebox';
import { signedIn } from '../accounts/identify.ts';
import type { ApiApp } from '../http/api-app.ts';
import { notFound } from '../http/api-error.ts';
import { answer, envelopeOf } from '../http/envelope.ts';
import { originOf } from '../http/origin.ts';
import { Paging, pageOf } from '../http/paging.ts';
import { languageOf } from '../http/text.ts';
import type { Services } from '../services.ts';
import { ListCache } from './list-cache.ts';
import { previewAddress } from './preview-address.ts';
import { previewWidths } from './preview-cache.ts';

const listWidth = 480;
const listHeight = 640;

const TemplateItem = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  pic_url: Type.String(),
  pic_width: Type.Integer(),
  pic_height: Type.Integer(),
  colour: Type.String({ description: '#rrggbb to show until the picture is there' }),
});

const TemplateList = Type.Object({
  list: Type.Array(TemplateItem),
  pic_widths: Type.Array(Type.Integer(), {
    description: 'The widths, px, in which each pic_url can be had: as the value of w in its query',
  }),
});

/** The templates and the pictures of the home screen. */
export async function templateRoutes(app: ApiApp, { templates, homePics }: Services): Promise<void> {
  const lists = new ListCache();

  app.get(
    '/getTemplates',
    {
      onRequest: signedIn,
      schema: {
        summary: 'The templates, a page at a time',
        querystring: Paging,
        response: { 200: envelopeOf(TemplateList) },
      },
    },
    async (request, reply) => {
      const { offset, limit } = pageOf(request.query);
      const language = languageOf(request.headers['user-language']);
      const origin = originOf(request);

      const text = lists.get(`${origin} ${language} ${offset} ${limit}`, () => {
        const list = templates.slice(offset, offset + limit).map(({ id, title, colour }) => ({
          id,
          title: title[language],
          pic_url: previewAddress(origin, id, listWidth),
          pic_width: listWidth,
          pic_height: listHeight,
          colour,
        }));
        return answer({ list, pic_widths: previewWidths });
      });
      // Sent as it was kept: the type of the answer speaks of the object that the text stands for.
      return reply.type('application/json; charset=utf-8').send(text as never);
    },
  );

  app.get(
    '/getHomePics',
    {
      schema: {
        summary: 'The background of the home screen, then its three steps',
        security: [],
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(Type.String()) })) },
      },
    },
    async request => answer({ list: homePics.map(path => originOf(request) + path) }),
  );
}

/** The previews of the templates, at addresses that never change their content. */
export async function previewRoutes(app: ApiApp, { templates, previews }: Services): Promise<void> {
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
      if (!templates.some(template => template.id === id)) throw notFound();

      const bytes = await previews.get(id, request.query.w ?? listWidth);
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          // Applications on another origin show these pictures too, and keep them in their caches.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(isWebp(bytes) ? 'image/webp' : 'image/jpeg')
        .send(bytes);
    },
  );
}

function isWebp(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP';
}
