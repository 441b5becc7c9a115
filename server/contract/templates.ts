import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, Paging } from './call.ts';
import { limits } from './limits.ts';

export const Template = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  pic_url: Type.String(),
  pic_width: Type.Integer(),
  pic_height: Type.Integer(),
  colour: Type.String({ description: '#rrggbb to show until the picture is there' }),
  style_id: Type.Optional(Type.Integer({ description: 'for a job of it; 1 where it is absent' })),
  category: Type.Optional(
    Type.String({ description: 'what it is for, such as portrait, work, art, comic, travel or festive' }),
  ),
  is_new: Type.Optional(Type.Boolean({ description: 'whether it came lately' })),
  is_popular: Type.Optional(
    Type.Boolean({ description: 'whether it is one of those that most users have had pics made in lately' }),
  ),
});

export type Template = Static<typeof Template>;

export const Sample = Type.Pick(Template, ['id', 'title', 'pic_url', 'colour', 'is_new']);

export type Sample = Static<typeof Sample>;

const PhotoAddress = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'an address below the own prefix',
});

export const TryOn = Type.Object({
  template_id: Type.Integer(),
  pic_url: Type.String({ description: '320 px wide, marked as a preview; opens for 15 minutes at least' }),
  problems: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'of an ID photo, why an office would refuse it; of a costume, `own_clothes` if it cannot be drawn on this photo; absent if nothing was found',
    }),
  ),
});

export type TryOn = Static<typeof TryOn>;

export const PhotoCheck = Type.Object({
  photo: Type.String({ description: 'its address, as it was given' }),
  shows_other: Type.Optional(
    Type.Boolean({
      description:
        'somebody else than the first photo shows; false too where that cannot be told. Absent of the first, and where it was not compared',
    }),
  ),
  problems: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'what is said about it as the photo of its place, the first as the front photo; a job with a refusal among them ends with status 3. Absent where nobody had the time to look',
    }),
  ),
});

export type PhotoCheck = Static<typeof PhotoCheck>;

export const templateCalls = {
  getTemplates: {
    method: 'GET',
    summary: 'The templates, a page at a time',
    query: Paging,
    data: Type.Object({
      list: Type.Array(Template),
      pic_widths: Type.Array(Type.Integer(), {
        description: 'The widths, px, in which each pic_url can be had: as the value of w in its query',
      }),
    }),
  },
  getTemplate: {
    method: 'GET',
    summary: 'What a template is called and what it is for, also of one that is no longer offered',
    query: Type.Object({ template_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
    data: Type.Pick(Template, ['title', 'category']),
    feature: 'template-by-id',
  },
  previewTemplates: {
    method: 'POST',
    summary: 'The user of a photo in templates, without those that could not be drawn in time',
    body: Type.Object({
      photo: PhotoAddress,
      template_ids: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: limits.tryOnsAtOnce,
      }),
    }),
    data: listOf(TryOn),
    feature: 'template-preview',
  },
  checkPhotos: {
    method: 'POST',
    summary:
      'What a job would say about photos, and whether they show the same person as the first; a photo that nobody has the time to look at is left out',
    body: Type.Object({
      photos: Type.Array(PhotoAddress, { minItems: 1, maxItems: limits.photos }),
    }),
    data: listOf(PhotoCheck),
    feature: 'photo-check',
  },
  getHomePics: {
    method: 'GET',
    summary:
      'The background of the home screen, then its three steps; what else it shows to people without an account',
    auth: 'none',
    data: Type.Object({
      list: Type.Array(Type.String()),
      samples: Type.Optional(Type.Array(Sample)),
      welcome: Type.Optional(
        Type.Object(
          { coins: Type.Integer(), cost: Type.Integer({ description: 'of one generation' }) },
          { description: 'what a new user starts with' },
        ),
      ),
    }),
  },
} satisfies Record<string, CallDefinition>;
