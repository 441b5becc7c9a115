import type { CallName } from '../../server/contract/calls.ts';

const base = import.meta.env.VITE_API_BASE ?? '';

/** The address of a call; `search` is its query with the question mark, or empty. */
export const addressOf = (name: CallName, search: string): string => `${base}/v1/${name}${search}`;

/** Where pages report what failed; no call, since nobody waits for a response. */
export const reportAddress = `${base}/v1/clientReport`;

/** The headers by which a call tells who asks, and in which language the response should be. */
export const headersOf = (language: string, token: string | null) => ({
  'user-language': language,
  ...(token !== null && { Authorization: `Bearer ${token}` }),
});
