import { get } from './client.ts';
import { parseHomePics } from './home-pics-data.ts';

/** Addresses for Home: the background, then the three steps; unreadable ones are empty. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, parseHomePics)).list;
}
