import type { CallName } from '../../server/contract/calls.ts';

const base = import.meta.env.VITE_API_BASE ?? '';

/** `search`: the query with its question mark, or empty. */
export const addressOf = (name: CallName, search: string): string => `${base}/v1/${name}${search}`;

/** Receives error reports of pages. No call of the API: nobody waits for its response. */
export const clientEventsAddress = `${base}/v1/clientReport`;

/** Redirects a browser to an OpenID Connect issuer. */
export const signInAddress = `${base}/sign-in`;

export const headersOf = (language: string, token: string | null) => ({
  'user-language': language,
  ...(token !== null && { Authorization: `Bearer ${token}` }),
});
