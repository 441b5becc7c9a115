/** The user closed a picker, a sheet or a dialog without choosing: not an error to report. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}
