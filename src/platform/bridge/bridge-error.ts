/**
 * Why a call to the phone failed. 'refused': the phone said no; 'malformed': it succeeded, but its reply lacks what it
 * promises; 'timeout': no reply in time; 'page-left': the page was left meanwhile; 'unreachable': it was never sent.
 */
export type BridgeFailure = 'refused' | 'malformed' | 'timeout' | 'page-left' | 'unreachable';

/** Codes of a refusal that mean the same in every native app: by the user, who knows; there is nothing; no such method. */
export const refusals = { cancelled: 1, nothing: 2, unknownMethod: 404 } as const;

/** A call to the phone that failed; what the user should read of it has been shown already. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  readonly failure: BridgeFailure;
  /** The code of the refusal; -1: there was none. */
  readonly code: number;

  constructor(failure: BridgeFailure, message: string, code = -1) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}
