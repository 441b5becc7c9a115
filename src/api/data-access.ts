import { address, object } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { maybe } from './data.ts';
import { time } from './time.ts';

const parseCopy = object({ url: address });
const parseAccess = object({ until: maybe(time, null) });

/** Resolves with the address of a ZIP file that contains all of the user's data. The address is valid for a day. */
export async function createDataCopy(): Promise<string> {
  return (await post('createDataCopy', {}, parseCopy, { feature: 'data-copy', toast: true })).url;
}

/** Returns until when support may see the user's pictures, in Unix seconds; null if support may not see them. */
export function getSupportAccess(): Promise<{ until: number | null }> {
  return get('getSupportAccess', {}, parseAccess, { feature: 'support-access', signIn: false });
}

/** Lets support see the user's pictures for a day, or withdraws that permission. */
export async function allowSupport(allow: boolean): Promise<void> {
  await post('allowSupport', { allow }, parseAccess, { feature: 'support-access', toast: true });
}
