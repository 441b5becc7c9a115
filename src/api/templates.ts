import type { Data } from '../../server/contract/calls.ts';
import type { Limits } from '../../server/contract/limits.ts';
import type * as Contract from '../../server/contract/templates.ts';
import { isSparing } from '../platform/connection.ts';
import { address, array, number, object, optional, string } from '../platform/parse.ts';
import { get } from './client.ts';
import { amount, type Fields, inList, listOf } from './data.ts';

/** A style to choose. */
export interface Template {
  id: number;
  title: string;
  /** The address of its picture, in which `{id}` stands for the id (see `picOf`). */
  picUrl: string;
  /** The widths, px, in which the API has the picture (see `picSources`); empty when it does not say. */
  picWidths: readonly number[];
  /** A colour of the picture, to show before it has come; null when the API does not say. */
  colour: string | null;
}

/** How many templates a page of the grid has. */
const templatePageSize = 21 satisfies Limits['templatesAPage'];

const parseTemplate = object({
  id: amount,
  title: string,
  pic_url: address,
  colour: optional(string, null),
} satisfies Fields<Contract.Template>);

/** One for all templates of an API that names none. */
const noWidths: readonly number[] = [];

const parseTemplates = inList(
  object({
    list: array(parseTemplate),
    pic_widths: optional(array(number), noWidths),
  } satisfies Fields<Data<'getTemplates'>>),
);

/** One page of templates, the first is 1; empty after the last. */
export async function getTemplates(page: number, pageSize: number = templatePageSize): Promise<Template[]> {
  const query = { cur_page: page, page_size: pageSize };
  const { list, pic_widths: picWidths } = await get('getTemplates', query, parseTemplates);
  return list.map(({ id, title, pic_url, colour }) => ({
    id,
    title,
    picUrl: sharedAddress(id, pic_url),
    picWidths,
    colour,
  }));
}

/** The last address that was kept. */
let lastAddress = '';

/** Addresses that differ only in the id are one string: thousands of them would be half of what the list weighs. */
function sharedAddress(id: number, picUrl: string): string {
  const address = picUrl.replace(`/${id}?`, '/{id}?');
  if (address !== lastAddress) lastAddress = address;
  return lastAddress;
}

/** The address of a template's picture. */
export function picOf({ id, picUrl }: Pick<Template, 'id' | 'picUrl'>): string {
  return picUrl.replace('{id}', String(id));
}

/**
 * A template's picture in its widths, for `srcset`, the smallest alone where bytes are dear; undefined when there is only the
 * address that the API gave.
 */
export function picSources(template: Template): string | undefined {
  if (template.picWidths.length === 0) return undefined;
  const picWidths = isSparing() ? [Math.min(...template.picWidths)] : template.picWidths;
  const url = new URL(picOf(template), location.href);
  const inWidths = picWidths.map(width => {
    url.searchParams.set('w', String(width));
    return `${url.href} ${width}w`;
  });
  return inWidths.join(', ');
}

/** The pictures of Home: the background, then the three steps. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, listOf(address))).list;
}
