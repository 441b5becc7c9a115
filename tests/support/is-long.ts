/**
 * True for `LONG=1 npm test`, which tests every case. Otherwise similar cases are skipped and drills are shorter.
 */
export const isLong = process.env.LONG === '1';
