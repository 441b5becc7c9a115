import { call, listOf } from './client.ts';

/** A style to choose. */
export interface Template {
  id: number;
  title: string;
  picUrl: string;
  /** Width divided by height; 3:4 when the API does not say. */
  aspectRatio: number;
  /** A colour of the picture, to show before it has come; null when the API does not say. */
  colour: string | null;
}

interface WireTemplate {
  id: number;
  title: string;
  pic_url: string;
  pic_width?: number;
  pic_height?: number;
  colour?: string;
}

/** How many templates a page of the grid has. */
export const templatePageSize = 21;

/** One page of templates, the first is 1; empty after the last. */
export async function getTemplates(page: number, pageSize = templatePageSize): Promise<Template[]> {
  const query = { cur_page: page, page_size: pageSize };
  const data = await call<{ list: WireTemplate[] } | WireTemplate[]>('/v1/getTemplates', { query, toast: false });
  return listOf(data).map(wire => ({
    id: wire.id,
    title: wire.title,
    picUrl: wire.pic_url,
    aspectRatio: wire.pic_width && wire.pic_height ? wire.pic_width / wire.pic_height : 3 / 4,
    colour: wire.colour ?? null,
  }));
}

/** The pictures of Home: the background, then the three steps. */
export async function getHomePics(): Promise<string[]> {
  return listOf(await call<{ list: string[] } | string[]>('/v1/getHomePics', { toast: false }));
}
