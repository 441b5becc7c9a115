import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/templates.ts';
import { address, object, string } from '../platform/parse.ts';
import { clientHooks, get } from './client.ts';
import { type Fields, id, list, mark, maybe, number, words } from './data.ts';
import { homeData } from './home-pics.ts';

const parseSample = object({
  id,
  title: maybe(words, ''),
  pic_url: address,
  colour: maybe(string, null),
  is_new: mark,
} satisfies Fields<Contract.Sample>);

const parseSamples = object({
  samples: maybe(list(parseSample), []),
  /** Coins that a new user gets, and the price of one set of pictures; null if the API does not send them. */
  welcome: maybe(object({ coins: number, cost: number }), null),
} satisfies Fields<Data<'getHomePics'>>);

/**
 * Templates and prices that Home shows below its button. Sends a request only if Home's own request failed or was in
 * another language.
 */
export async function getHomeSamples() {
  const known = homeData?.language === clientHooks.language() ? homeData.data : null;
  const home = await known?.catch(() => null);
  const { samples, welcome } = home ? parseSamples(home) : await get('getHomePics', {}, parseSamples);
  return {
    samples: samples.map(({ pic_url: picUrl, is_new: isNew, ...sample }) => ({ ...sample, picUrl, isNew })),
    welcome,
  };
}
