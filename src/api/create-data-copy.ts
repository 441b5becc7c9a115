import { address, object } from '../platform/parse.ts';
import { post } from './client.ts';

const parseCopy = object({ url: address });

/** Resolves with the address of a ZIP file that contains all of the user's data. The address is valid for a day. */
export async function createDataCopy(): Promise<string> {
  return (await post('createDataCopy', {}, parseCopy, { feature: 'data-copy', toast: true })).url;
}
