import type * as Contract from '../../server/contract/templates.ts';
import { address, object, string } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, list, listOf, maybe, number } from './data.ts';

/** A preview of a template that shows the user. */
export interface TryOn {
  templateId: number;
  picUrl: string;
  /** Reasons why an authority would refuse the picture as an ID photo. */
  problems: string[];
}

const parseTryOn = object({
  template_id: number,
  pic_url: address,
  problems: maybe(list(string), []),
} satisfies Fields<Contract.TryOn>);

/** Resolves with the try-ons that the server finished in time, at most one per template. */
export async function tryOnTemplates(
  photo: string,
  templateIds: number[],
  signal: AbortSignal,
): Promise<TryOn[]> {
  const body = { photo, template_ids: templateIds };
  const { list: found } = await post('previewTemplates', body, listOf(parseTryOn), {
    feature: 'template-preview',
    signal,
  });
  return found.map(({ template_id, pic_url, problems }) => ({
    templateId: template_id,
    picUrl: pic_url,
    problems,
  }));
}
