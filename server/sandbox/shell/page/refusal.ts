/** Code of a call that the user ended. */
export const cancelled = 1;

/** A call that is not carried out: its code, and the words that the app shows; no words, nothing is shown. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}
