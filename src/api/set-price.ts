import type { Data } from '../../server/contract/calls.ts';
import { object } from '../platform/parse.ts';
import { get } from './client.ts';
import { type Fields, maybe, number } from './data.ts';

const parseSetPrice = object({
  num: number,
  pic_count: maybe(number, 0),
  free_redos: maybe(number, 0),
} satisfies Fields<Data<'getGenerateCost'>>);

/** The price of one set, in coins. `pics` (the number of pictures) and `freeRedos` are 0 if unknown. */
export interface SetPrice {
  cost: number;
  pics: number;
  freeRedos: number;
}

/** Like `getGenerateCost`, but also returns what the user gets for the price. */
export async function getSetPrice(): Promise<SetPrice> {
  const { num, pic_count, free_redos } = await get('getGenerateCost', {}, parseSetPrice);
  return { cost: num, pics: pic_count, freeRedos: free_redos };
}
