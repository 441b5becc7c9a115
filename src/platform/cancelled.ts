/** The user closed a picker, sheet or dialog without choosing. This is not an error to report. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}
