import type { WireId } from '../state/is-same-id.ts';
import { get } from './client.ts';
import { parseTemplates } from './template-data.ts';
import { type TemplatePic, templatePageSize } from './template-pics.ts';

export interface Template extends TemplatePic {
  title: string;
  /** The style to send with the template; null if the API does not say. */
  styleId: WireId | null;
  /** Placeholder while the picture loads; null if the API does not say. */
  colour: string | null;
  /** Null if the API does not say. */
  category: string | null;
  isNew: boolean;
  /** Among the templates that most users choose. */
  isPopular: boolean;
}

/** The first page is 1; empty after the last. */
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

let lastAddress = '';

/** Shares one string between addresses that differ only in the id: else half of a long list's memory. */
function sharedAddress(id: TemplatePic['id'], picUrl: string): string {
  const address = picUrl.replace(`/${id}?`, '/{id}?');
  if (address !== lastAddress) lastAddress = address;
  return lastAddress;
}
