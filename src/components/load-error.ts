import { ApiError, NetworkError } from '../api/errors.ts';
import type { Message } from '../i18n/message.ts';

/** Message for a failed load; the server's own, if it sent one. */
export function loadError(error: unknown, isOnline: boolean): Message {
  if (error instanceof ApiError) return error.message ? { text: error.message } : 'error.load-refused';
  if (!isOnline) return 'error.load-offline';
  // An HTTP status without an envelope: some server has responded.
  return error instanceof NetworkError && error.message ? 'error.load-refused' : 'error.load';
}
