import { get } from './client.ts';
import { parseHomePics } from './home-pics-data.ts';

/** Addresses of Home's pictures: the background, then the three steps. Unreadable addresses become empty strings. */
export async function getHomePics(): Promise<string[]> {
  return (await get('getHomePics', {}, parseHomePics)).list;
}
