/** Code of a call that the person ended. */
export const cancelled = 1;

/** A call that is not carried out: its code, and the words that the app shows; no words, nothing is shown. */
export class Refusal extends Error {
  constructor(code, message = '') {
    super(message);
    this.code = code;
  }
}
