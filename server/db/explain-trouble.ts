import pg from 'pg';

/** For the operator. `passes` is true if the problem may end by itself, so that a retry makes sense. */
interface Explanation {
  sentence: string;
  passes: boolean;
}

/** Parts of DATABASE_URL; the password is left out. */
interface Place {
  role: string;
  server: string;
  database: string;
}

type Todo = (place: Place, words: string) => string;

const grant: Todo = ({ role, database }, words) =>
  /must be owner/.test(words)
    ? `The tables belong to another role: in the database "${database}" run REASSIGN OWNED BY that role TO "${role}", or name that role in DATABASE_URL.`
    : `Run as a superuser, or as the owner: GRANT CREATE ON DATABASE "${database}" TO "${role}"; and in that database: GRANT USAGE, CREATE ON SCHEMA public TO "${role}";`;

/** Error codes that mean a wrong configuration, with advice for the operator. Retries do not help. */
const mistakes: Record<string, Todo> = {
  ENOTFOUND: ({ server }) =>
    `No name server knows the host of DATABASE_URL, ${server}: check its spelling, and whether / ? # % @ in the password are written %2F %3F %23 %25 %40.`,
  '28P01': ({ role }) =>
    `Check the password of the role "${role}" in DATABASE_URL or PGPASSWORD; within the address / ? # % @ are written %2F %3F %23 %25 %40.`,
  '28000': ({ role }) =>
    `Check the user of DATABASE_URL ("${role}"), that the role has LOGIN, and that pg_hba.conf of the server lets it in from here.`,
  '3D000': ({ role, database }) =>
    `Check the name of the database at the end of DATABASE_URL, or create it: CREATE DATABASE "${database}" OWNER "${role}" ENCODING 'UTF8' TEMPLATE template0;`,
  '42501': grant,
  '3F000': grant,
};

/** PgBouncer uses one error code for everything, so only the message shows whether its configuration is wrong. */
const poolerMistakes: [RegExp, Todo][] = [
  [
    /unsupported startup parameter/,
    () =>
      'DATABASE_URL leads to PgBouncer, which refuses the limits that the server sets for each connection. Add to its configuration: ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout; or let DATABASE_URL lead to PostgreSQL itself.',
  ],
  [/no such database/, () => 'Check the name of the database in DATABASE_URL, and [databases] of PgBouncer.'],
  [/no such user/, ({ role }) => `Check the user of DATABASE_URL ("${role}"), and auth_file of PgBouncer.`],
  [/authentication failed|login failed|auth failed/, mistakes['28P01']!],
];

const hints: Record<string, string> = {
  '53300':
    'Each process here takes up to 10 connections: close others, or raise max_connections or the limit of the role.',
  '53100': 'The disk of the database is full: make room.',
  '25006':
    'The database is read-only: if it stays so, DATABASE_URL leads to a standby, or default_transaction_read_only is on.',
  '55P03': 'Another process is bringing the tables up to date, or holds one of them, such as pg_dump.',
  ECONNREFUSED: 'Nothing listens at that address: check DATABASE_URL, and that PostgreSQL runs.',
};

/** Null if the error does not come from the database server; its own message is then enough. */
export function explainTrouble(error: unknown, url: string): Explanation | null {
  const { code, message } = firstOf(error);
  const { user = '', host, port, database = '' } = new pg.Client(url);
  const place = { role: user, server: host.startsWith('/') ? host : `${host}:${port}`, database };
  const mistake =
    code === '08P01' ? poolerMistakes.find(([words]) => words.test(message))?.[1] : mistakes[code];
  const begin = `PostgreSQL at ${place.server} cannot be used`;
  if (mistake) return { sentence: `${begin}: ${message}. ${mistake(place, message)}`, passes: false };
  if (isDatabaseTrouble(error)) {
    return { sentence: `${begin} yet: ${message}.${hints[code] ? ` ${hints[code]}` : ''}`, passes: true };
  }
  if (code === '' && !/SASL|SSL/.test(message)) return null;
  return { sentence: `${begin}: ${message} (${code}). Check DATABASE_URL.`, passes: false };
}

/** The first error of an AggregateError, which pg throws if a host has several addresses. */
function firstOf(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError) return firstOf(error.errors[0]);
  const { code, message } = error as NodeJS.ErrnoException;
  return { code: String(code ?? ''), message: String(message ?? error).replace(/\.$/, '') };
}

/** Codes of PostgreSQL errors and network errors that may end by themselves. */
const codes =
  /^(08...|53...|57P0.|57014|55P03|25006|25P0[23]|40001|40P01|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT)$/;

const messages =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** True if the database is unusable at the moment, so that the caller may retry. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (codes.test(String(code)) || messages.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseTrouble);
  return isDatabaseTrouble(error.cause);
}
