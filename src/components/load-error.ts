import { ApiError, NetworkError } from '../api/errors.ts';
import type { Message } from '../i18n/message.ts';

/** What to say of something that did not load: the server's own words, if it sent some. */
export function loadError(error: unknown, isOnline: boolean): Message {
  if (error instanceof ApiError) return error.message ? { text: error.message } : 'error.load-refused';
  if (!isOnline) return 'error.load-offline';
  // A status without an envelope: something has responded.
  return error instanceof NetworkError && error.message ? 'error.load-refused' : 'error.load';
}
