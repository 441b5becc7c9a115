/** Classes and codes of PostgreSQL's errors that say: not now. */
const codes =
  /^(08...|53...|57P0.|57014|55P03|25006|25P0[23]|40001|40P01|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT)$/;

/** What pg says where there is no code. */
const messages =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether an error means that the database cannot be used at the moment: it is gone or silent, has no connection or no
 * room left, is read-only, or another transaction was in the way for too long. Nothing was changed, and it may be tried again.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (codes.test(String(code)) || messages.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseTrouble);
  return isDatabaseTrouble(error.cause);
}
