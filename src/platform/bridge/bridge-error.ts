/**
 * Why a call to the phone failed. 'refused': the phone declined. 'malformed': the reply lacks data. 'timeout': no reply
 * arrived in time. 'page-left': the user left the page meanwhile. 'unreachable': the call was never sent.
 */
export type BridgeFailure = 'refused' | 'malformed' | 'timeout' | 'page-left' | 'unreachable';

/** Codes that mean the same in every native app: the user cancelled; nothing was found; the app lacks the method. */
export const refusals = { cancelled: 1, nothing: 2, unknownMethod: 404 } as const;

/** A failed call to the phone. If the phone sent a message, the user has already seen it. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  readonly failure: BridgeFailure;
  /** The phone's error code; -1 if there is none. */
  readonly code: number;

  constructor(failure: BridgeFailure, message: string, code = -1) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}
