/**
 * True for `LONG=1 npm test`, which tests every case. The short form tests a shared case once and shortens the drills.
 */
export const isLong = process.env.LONG === '1';
