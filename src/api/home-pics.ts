import { address } from '../platform/parse.ts';
import { get } from './client.ts';
import { listOf } from './data.ts';

/** The pictures of Home: the background, then the three steps. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, listOf(address))).list;
}
