/** Thrown if the user closes a picker, sheet or dialog without choosing. Not an error to report. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}
