import { flag, listOf, oneOf, secretAs, text, textAs, wholeNumber } from './setting-kinds.ts';

export const processSettings = {
  PORT: wholeNumber(0, 65_535, {
    unset: '8787; of a worker 0',
    description: 'port to listen on; 0: any free port',
  }),
  HOST: textAs('host', { default: '0.0.0.0', description: 'address to listen on' }),
  ROLE: oneOf(['all', 'api', 'worker'], {
    default: 'all',
    description: '`api` serves requests and `worker` makes pics, both on one DATABASE_URL; `all` does both',
  }),
  DATA_DIR: text({
    default: './data',
    description: 'folder of the embedded database, the pictures and the signing secret',
  }),
  DATABASE_URL: secretAs('database', {
    unset: 'embedded',
    description:
      'a PostgreSQL server, see [operations.md](operations.md#the-database); `memory://` keeps the embedded database in memory',
  }),
  PGPASSWORD: text({
    description:
      'password of the PostgreSQL server if DATABASE_URL has none, without escapes; psql and pg_dump read it too',
  }),
  APP_DIR: text({
    default: './dist/app',
    description: 'folder of the built app that is served under /tyy/',
  }),
  NODE_ENV: oneOf(['production', 'development', 'test'], {
    unset: 'development',
    description: '`production` turns the sandbox off unless SANDBOX=1',
  }),
  PUBLIC_URL: textAs('origin', {
    unset: 'that of each request',
    description:
      'origin at which the app is reached; addresses of pictures, payments and link previews use it',
  }),
  TRUST_PROXY: wholeNumber(0, 10, {
    default: 0,
    description:
      'number of proxies in front of the server, each of which appends to X-Forwarded-For; 0: the server ignores the headers of proxies',
  }),
  KEEP_ALIVE: wholeNumber(1, 3600, {
    default: 72,
    description:
      'seconds for which a connection without a request stays open; must be longer than the proxy in front keeps it (Google’s balancer: 620), otherwise requests may be lost',
  }),
  CORS_ORIGINS: listOf('origin', {
    default: [],
    description: 'other origins that may call the API, separated by commas',
  }),
  RATE_LIMIT: wholeNumber(1, 1_000_000, {
    default: 600,
    description:
      'API calls a minute for each user, or for each address without a token; each process counts for itself, so several processes allow the sum',
  }),
  METRICS: flag({
    default: false,
    description: '1: serve Prometheus metrics at /metrics, to everybody who can reach the port',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'least severe level that is logged',
  }),
};
