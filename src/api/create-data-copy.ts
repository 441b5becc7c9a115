import { address, object } from '../platform/parse.ts';
import { post } from './client.ts';

const parseCopy = object({ url: address });

/** The address at which the user gets a ZIP of all that is stored of them, for a day. */
export async function createDataCopy(): Promise<string> {
  return (await post('createDataCopy', {}, parseCopy, { feature: 'data-copy', toast: true })).url;
}
