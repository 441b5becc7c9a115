import type { Data } from '../../server/contract/calls.ts';
import { object } from '../platform/parse.ts';
import type { TemplateId } from '../state/is-same-id.ts';
import { get } from './client.ts';
import { type Fields, maybe, words } from './data.ts';

export interface TemplateName {
  title: string;
  category: string | null;
}

const parseName = object({
  title: words,
  category: maybe(words, null),
} satisfies Fields<Data<'getTemplate'>>);

/** Also finds templates that are no longer offered. Guests skip the feature check, as in `getOperator`. */
export function getTemplateName(
  id: TemplateId,
  { isGuest, signal }: { isGuest: boolean; signal: AbortSignal },
): Promise<TemplateName> {
  const options = { signIn: false, signal, ...(!isGuest && { feature: 'template-by-id' }) };
  return get(
    'getTemplate',
    { template_id: id as number },
    parseName,
    options as typeof options & { feature: 'template-by-id' },
  );
}
