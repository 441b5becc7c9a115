import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/templates.ts';
import { address, object, string } from '../platform/parse.ts';
import { type Fields, id, inList, list, mark, maybe, number, words } from './data.ts';

const parseTemplate = object({
  id,
  title: maybe(words, ''),
  pic_url: address,
  style_id: maybe(id, null),
  colour: maybe(string, null),
  category: maybe(words, null),
  is_new: mark,
  is_popular: mark,
} satisfies Fields<Contract.Template>);

/** One empty array for all templates of an API that sends no widths, to save memory. */
const noWidths: readonly number[] = [];

export const parseTemplates = inList(
  object({
    list: list(parseTemplate),
    pic_widths: maybe(list(number), noWidths),
  } satisfies Fields<Data<'getTemplates'>>),
);
