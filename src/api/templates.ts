import { call, listOf } from './client.ts';

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

interface WireTemplate {
  id: number;
  title: string;
  pic_url: string;
  colour?: string;
}

interface WireTemplates {
  list: WireTemplate[];
  /** The widths in which each `pic_url` can be had: as the value of `w` in its query. */
  pic_widths?: number[];
}

/** How many templates a page of the grid has. */
export const templatePageSize = 21;

/** One for all templates of an API that names none. */
const noWidths: readonly number[] = [];

/** One page of templates, the first is 1; empty after the last. */
export async function getTemplates(page: number, pageSize = templatePageSize): Promise<Template[]> {
  const query = { cur_page: page, page_size: pageSize };
  const data = await call<WireTemplates | WireTemplate[] | null>('/v1/getTemplates', {
    query,
    toast: false,
  });
  const picWidths = Array.isArray(data) ? noWidths : (data?.pic_widths ?? noWidths);
  return listOf(data).map(wire => ({
    id: wire.id,
    title: wire.title,
    picUrl: sharedAddress(wire),
    picWidths,
    colour: wire.colour ?? null,
  }));
}

/** The last address that was kept. */
let lastAddress = '';

/** Addresses that differ only in the id are one string: thousands of them would be half of what the list weighs. */
function sharedAddress({ id, pic_url }: WireTemplate): string {
  const address = pic_url.replace(`/${id}?`, '/{id}?');
  if (address !== lastAddress) lastAddress = address;
  return lastAddress;
}

/** The address of a template's picture. */
export function picOf({ id, picUrl }: Pick<Template, 'id' | 'picUrl'>): string {
  return picUrl.replace('{id}', String(id));
}

/** A template's picture in its widths, for `srcset`; undefined when there is only the address that the API gave. */
export function picSources(template: Template): string | undefined {
  const { picWidths } = template;
  if (picWidths.length === 0) return undefined;
  const url = new URL(picOf(template), location.href);
  const inWidths = picWidths.map(width => {
    url.searchParams.set('w', String(width));
    return `${url.href} ${width}w`;
  });
  return inWidths.join(', ');
}

/** The pictures of Home: the background, then the three steps. */
export async function getHomePics(): Promise<string[]> {
  return listOf(await call<{ list: string[] } | string[]>('/v1/getHomePics', { toast: false }));
}
