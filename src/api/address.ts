import type { CallName } from '../../server/contract/calls.ts';

const base = import.meta.env.VITE_API_BASE ?? '';

/** The address of a call; `search` is its query with the question mark, or empty. */
export const addressOf = (name: CallName, search: string): string => `${base}/v1/${name}${search}`;

/** The address for pages' error reports. It is not a call of the API, because nobody waits for its response. */
export const reportAddress = `${base}/v1/clientReport`;

/** Where a browser is sent to sign in at an OpenID Connect issuer. */
export const signInAddress = `${base}/sign-in`;

/** The headers that name the caller and the language of the response. */
export const headersOf = (language: string, token: string | null) => ({
  'user-language': language,
  ...(token !== null && { Authorization: `Bearer ${token}` }),
});
