/** Code of a call that the user cancelled. */
export const cancelled = 1;

/** A call that is refused. The app shows the message unless it is empty. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}
