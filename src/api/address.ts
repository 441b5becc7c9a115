import type { CallName } from '../../server/contract/calls.ts';

const base = appSettings.apiBase ?? '';

/** `search` is the query string including its question mark, or empty. */
export const addressOf = (name: CallName, search: string): string => `${base}/v1/${name}${search}`;

/** Address for client error reports. Not an API call, because reports are sent as beacons. */
export const clientEventsAddress = `${base}/v1/clientReport`;

export const headersOf = (language: string, token: string | null) => ({
  'user-language': language,
  ...(token !== null && { Authorization: `Bearer ${token}` }),
});
