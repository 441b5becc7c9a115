import { object } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { maybe } from './data.ts';
import { time } from './time.ts';

const parseAccess = object({ until: maybe(time, null) });

/** Until when support may see the user's pictures, in Unix seconds; null if support may not see them. */
export interface SupportAccess {
  until: number | null;
}

export async function getSupportAccess(): Promise<SupportAccess> {
  return get('getSupportAccess', {}, parseAccess, { feature: 'support-access', signIn: false });
}

/** Lets support see the user's pictures for a day, or withdraws that permission. */
export async function allowSupport(allow: boolean): Promise<void> {
  await post('allowSupport', { allow }, parseAccess, { feature: 'support-access', toast: true });
}
