import type { WireId } from '../state/is-same-id.ts';
import { get } from './client.ts';
import { parseTemplates } from './template-data.ts';
import { type TemplatePic, templatePageSize } from './template-pics.ts';

export interface Template extends TemplatePic {
  title: string;
  /** The style that is sent with the template; null if the template has none. */
  styleId: WireId | null;
  /** Placeholder colour while the picture loads; null if the API does not send one. */
  colour: string | null;
  /** Null if the API does not send a category. */
  category: string | null;
  isNew: boolean;
  /** True for the templates that most users choose. */
  isPopular: boolean;
}

/** Returns a page of templates. Pages count from 1; a page after the last one is empty. */
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

/** Lets addresses that differ only in the id share one string. Without this, a long list needs twice the memory. */
function sharedAddress(id: TemplatePic['id'], picUrl: string): string {
  const address = picUrl.replace(`/${id}?`, '/{id}?');
  if (address !== lastAddress) lastAddress = address;
  return lastAddress;
}
