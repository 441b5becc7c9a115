/**
 * Why a call to the native app failed. 'refused': the app returned an error code. 'malformed': the reply lacks data.
 * 'timeout': no reply in time. 'page-left': the user left the page before the reply. 'unreachable': the call could not
 * be sent.
 */
export type BridgeFailure = 'refused' | 'malformed' | 'timeout' | 'page-left' | 'unreachable';

/** Error codes of all native apps: the user cancelled; nothing was found; the app does not have the method. */
export const refusals = { cancelled: 1, nothing: 2, unknownMethod: 404 } as const;

/** A failed call to the native app. If the app sent a message, the user has already seen it. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  readonly failure: BridgeFailure;
  /** The native app's error code, or -1 if it sent none. */
  readonly code: number;

  constructor(failure: BridgeFailure, message: string, code = -1) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}
