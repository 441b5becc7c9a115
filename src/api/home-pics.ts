import { address } from '../platform/parse.ts';
import { get } from './client.ts';
import { listOf, maybe } from './data.ts';

/** The pictures of Home: the background, then the three steps; empty where one cannot be read, so that the others keep their places. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, listOf(maybe(address, '')))).list;
}
