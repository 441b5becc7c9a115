/** Whether everything is asked, as by `LONG=1 npm test`; the short form asks once what can be asked of two, and makes drills shorter. */
export const isLong = process.env.LONG === '1';
