import { get } from './client.ts';
import { parseHomePics } from './home-pics-data.ts';

/** The pictures of Home: the background, then the three steps; empty where one cannot be read. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, parseHomePics)).list;
}
