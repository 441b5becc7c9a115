import type * as Contract from '../../server/contract/templates.ts';
import { address, object } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, listOf, number } from './data.ts';

/** The user in a template. */
export interface TryOn {
  templateId: number;
  picUrl: string;
}

const parseTryOn = object({
  template_id: number,
  pic_url: address,
} satisfies Fields<Contract.TryOn>);

/** The try-ons of a photo's user, one per template that could be drawn in time. */
export async function tryOnTemplates(
  photo: string,
  templateIds: number[],
  signal: AbortSignal,
): Promise<TryOn[]> {
  const body = { photo, template_ids: templateIds };
  const { list } = await post('previewTemplates', body, listOf(parseTryOn), {
    feature: 'template-preview',
    signal,
  });
  return list.map(({ template_id, pic_url }) => ({ templateId: template_id, picUrl: pic_url }));
}
