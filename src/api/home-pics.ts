import type { Data } from '../../server/contract/calls.ts';
import { clientHooks, get } from './client.ts';
import { parseHomePics } from './home-pics-data.ts';

/** Home's own response and its language. `getHomeSamples` reads the rest of it later. */
export let homeData: { language: string; data: Promise<Data<'getHomePics'>> } | null = null;

/** Addresses of Home's pictures: the background, then the three steps. Unreadable addresses become empty strings. */
export async function getHomePics(): Promise<string[]> {
  const read = (value: unknown) => ({ ...(value as Data<'getHomePics'>), ...parseHomePics(value) });
  const data = get('getHomePics', {}, read);
  homeData = { language: clientHooks.language(), data };
  return (await data).list;
}
