/**
 * True for `LONG=1 npm test`, which tests every case. Plain `npm test` skips cases that use the same code as another
 * case, and shortens the drills.
 */
export const isLong = process.env.LONG === '1';
