import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/templates.ts';
import { address, object, type Parser, string } from '../platform/parse.ts';
import { get } from './client.ts';
import { type Fields, id, list, maybe, number, words } from './data.ts';
import type { Template } from './templates.ts';

/** A template that Home shows. */
type Sample = Pick<Template, 'id' | 'title' | 'picUrl' | 'colour'>;

/** What Home shows below its button. */
export interface HomeSamples {
  samples: Sample[];
  /** Those that came lately. */
  newSamples: Sample[];
  /** The coins that a new user starts with, and what one set costs; null where the API does not say. */
  welcome: { coins: number; cost: number } | null;
}

const parseSampleFields = object({
  id,
  title: maybe(words, ''),
  pic_url: address,
  colour: maybe(string, null),
} satisfies Fields<Contract.Sample>);

const parseSample: Parser<Sample> = (value, path) => {
  const { pic_url: picUrl, ...sample } = parseSampleFields(value, path);
  return { ...sample, picUrl };
};

const parseSamples = object({
  samples: maybe(list(parseSample), []),
  new_samples: maybe(list(parseSample), []),
  welcome: maybe(object({ coins: number, cost: number }), null),
} satisfies Fields<Data<'getHomePics'>>);

/** What Home shows of the templates; nothing where the API says nothing of it. */
export async function getHomeSamples(): Promise<HomeSamples> {
  const { new_samples: newSamples, ...others } = await get('getHomePics', {}, parseSamples);
  return { ...others, newSamples };
}
