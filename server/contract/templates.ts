import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, Paging } from './call.ts';

/** A style to choose. */
export const Template = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  pic_url: Type.String(),
  pic_width: Type.Integer(),
  pic_height: Type.Integer(),
  colour: Type.String({ description: '#rrggbb to show until the picture is there' }),
});

/** A style to choose. */
export type Template = Static<typeof Template>;

/** The templates and the pictures of the home screen. */
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
  getHomePics: {
    method: 'GET',
    summary: 'The background of the home screen, then its three steps',
    auth: 'none',
    data: listOf(Type.String()),
  },
} satisfies Record<string, CallDefinition>;
