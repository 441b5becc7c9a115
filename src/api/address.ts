import type { CallName } from '../../server/contract/calls.ts';

const base = import.meta.env.VITE_API_BASE ?? '';

/** `search` is the query with its question mark, or an empty text. */
export const addressOf = (name: CallName, search: string): string => `${base}/v1/${name}${search}`;

/** The server's address for error reports. No API call is made: a beacon has no response. */
export const clientEventsAddress = `${base}/v1/clientReport`;

/** Redirects a browser to an OpenID Connect issuer. */
export const signInAddress = `${base}/sign-in`;

export const headersOf = (language: string, token: string | null) => ({
  'user-language': language,
  ...(token !== null && { Authorization: `Bearer ${token}` }),
});
