import type * as Contract from '../../server/contract/templates.ts';
import { address, object } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, listOf, number } from './data.ts';

/** The user in a template. */
export interface Preview {
  templateId: number;
  picUrl: string;
}

const parsePreview = object({
  template_id: number,
  pic_url: address,
} satisfies Fields<Contract.TemplatePreview>);

/** The try-ons of a photo's user, one per template that could be drawn in time. */
export async function previewTemplates(
  photo: string,
  templateIds: number[],
  signal: AbortSignal,
): Promise<Preview[]> {
  const body = { photo, template_ids: templateIds };
  const { list } = await post('previewTemplates', body, listOf(parsePreview), {
    feature: 'template-preview',
    signal,
  });
  return list.map(({ template_id, pic_url }) => ({ templateId: template_id, picUrl: pic_url }));
}
