/**
 * Why a call to the phone failed. 'refused': it said no; 'malformed': its reply lacks data; 'timeout': no reply in
 * time; 'page-left': the page was left meanwhile; 'unreachable': never sent.
 */
export type BridgeFailure = 'refused' | 'malformed' | 'timeout' | 'page-left' | 'unreachable';

/** Codes with the same meaning in every native app: cancelled by the user; nothing found; no such method. */
export const refusals = { cancelled: 1, nothing: 2, unknownMethod: 404 } as const;

/** A failed call to the phone; the user has already seen its message, if any. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  readonly failure: BridgeFailure;
  /** Code of the refusal; -1 without one. */
  readonly code: number;

  constructor(failure: BridgeFailure, message: string, code = -1) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}
