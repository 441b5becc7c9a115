import type { WireId } from '../state/is-same-id.ts';
import { get } from './client.ts';
import { parseTemplates } from './template-data.ts';
import { type TemplatePic, templatePageSize } from './template-pics.ts';

/** A style to choose. */
export interface Template extends TemplatePic {
  title: string;
  /** The style to ask for with it; null when the API does not say. */
  styleId: WireId | null;
  /** A colour of the picture, to show before it has come; null when the API does not say. */
  colour: string | null;
  /** What it is for; null when the API does not say. */
  category: string | null;
  /** Whether it came lately. */
  isNew: boolean;
  /** Whether it is one of those that most users have had pics made in. */
  isPopular: boolean;
}

/** One page of templates, the first is 1; empty after the last. */
export async function getTemplates(page: number): Promise<Template[]> {
  const query = { cur_page: page, page_size: templatePageSize };
  const { list, pic_widths: picWidths } = await get('getTemplates', query, parseTemplates);
  return list.map(
    ({ id, title, style_id: styleId, pic_url, colour, category, is_new: isNew, is_popular: isPopular }) => ({
      id,
      title,
      styleId,
      picUrl: sharedAddress(id, pic_url),
      picWidths,
      colour,
      category,
      isNew,
      isPopular,
    }),
  );
}

/** The last address that was kept. */
let lastAddress = '';

/** Addresses that differ only in the id are one string: thousands of them would be half of what the list weighs. */
function sharedAddress(id: TemplatePic['id'], picUrl: string): string {
  const address = picUrl.replace(`/${id}?`, '/{id}?');
  if (address !== lastAddress) lastAddress = address;
  return lastAddress;
}
