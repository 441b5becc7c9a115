/** PostgreSQL and network error codes that may pass. */
const codes =
  /^(08...|53...|57P0.|57014|55P03|25006|25P0[23]|40001|40P01|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT)$/;

/** Errors of pg that have no code. */
const messages =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * True if the database cannot be used at the moment: unreachable, silent, out of connections or space, read-only, or
 * blocked by another transaction. Nothing was changed; the caller may retry.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (codes.test(String(code)) || messages.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseTrouble);
  return isDatabaseTrouble(error.cause);
}
