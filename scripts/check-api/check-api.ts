/**
 * Checks every call of an API against the specification, with the app's own parsers. Changes nothing unless --write is
 * given. Exit code 0: everything works; 1: something is broken; 2: wrong arguments.
 */
import { existsSync } from 'node:fs';
import { flag, readOptions, text, wholeNumber } from '../options.mjs';
import { checkCall, type Result, type Target } from './check-call.ts';
import { checkReading, checkWriting, unchecked } from './checks.ts';

const options = readOptions(
  {
    token: text('the token of a user', (given: string) => /^[\x21-\x7e]+$/.test(given)),
    login: text('a login_type and a token, as facebook:TOKEN', (given: string) => /^\w+:\S+$/.test(given)),
    app: text('the origin of the app, as https://app.example', isOrigin),
    write: flag,
    photo: text('a file', existsSync),
    seconds: wholeNumber(20),
  },
  text('the address of an API, as https://api.example', isAddress),
) as {
  token: string | null;
  login: string | null;
  app: string | null;
  write: boolean;
  photo: string | null;
  seconds: number;
  given: string;
};

function isAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}

function isOrigin(given: string): boolean {
  return isAddress(given) && new URL(given).origin === given;
}

const base = options.given.replace(/\/+$/, '');
/** Problems of CORS, each with the calls that a browser would block. */
const cors = new Map<string, Set<string>>();
const target: Target = {
  base,
  app: options.app ?? new URL(base).origin,
  // An environment variable, unlike an option, does not show the token in the process list and in npm's output.
  token: options.token ?? process.env.CHECK_API_TOKEN ?? null,
  patience: options.seconds * 1000,
  onCors({ expected, came }, path) {
    const problem = `expected: ${expected}\ncame: ${came}`;
    cors.set(problem, (cors.get(problem) ?? new Set()).add(path.replace(/\?.*/, '')));
  },
};
// The app's parsers need `location` to resolve relative addresses.
Object.assign(globalThis, { location: new URL(target.app) });

const secrets = new Set<string>();
const results: Result[] = [];
/** The first two notes of broken calls, each with the first call that has them. */
const causes = new Map<string, string>();

function say(line: string): void {
  let shown = line;
  for (const secret of secrets) {
    // A token as short as "T" would also mask parts of our own words.
    const isShort = secret.length < 8;
    const parts = isShort ? shown.split(/(\W)/) : [];
    shown = isShort
      ? parts.map(part => (part === secret ? '…' : part)).join('')
      : shown.replaceAll(secret, '…');
  }
  // Remove control characters: text from the API must not control the terminal.
  process.stdout.write(`${shown.replace(/\p{Cc}/gu, ' ')}\n`);
}

function report(...more: Result[]): void {
  results.push(...more);
  for (const { call, verdict, notes } of more) {
    say(`${verdict.padEnd(14)} ${call}`);
    const cause = verdict === 'broken' ? notes.slice(0, 2).join('\n') : '';
    const first = causes.get(cause);
    if (cause) causes.set(cause, first ?? call);
    for (const note of first ? [`like ${first}`] : notes) say(`${' '.repeat(15)}${note}`);
  }
}

function keepSecret(...texts: (string | null | undefined)[]): void {
  for (const text of texts) if (text) for (const form of [text, encodeURIComponent(text)]) secrets.add(form);
}

keepSecret(target.token, options.login?.split(':').slice(1).join(':'));
say(`${base}, as the app at ${target.app} calls it`);
if (options.app === null)
  say('CORS is not checked, as if the app were served there too; say where it is: --app https://app.example');
say('');

if (options.login) {
  const [loginType, ...token] = options.login.split(':');
  const { result, data } = await checkCall(target, 'login', {
    login_type: loginType,
    token: token.join(':'),
  });
  keepSecret(data?.token);
  target.token ??= data?.token ?? null;
  report(result);
} else report(unchecked('login', 'it needs a token of the provider: --login facebook:TOKEN'));

const known = await checkReading(target, report, options.write);
const { credentials } = known;
keepSecret(credentials?.access_key_secret, credentials?.security_token);
const written = [
  'createOrder',
  'paySuccess',
  'adReward',
  'goTrainAndGeneratePic',
  'deleteTrainAndGenerate',
] as const;
if (options.write && target.token !== null) {
  await checkWriting(target, known, options.photo ?? 'tests/testdata/astronaut.png', report);
} else report(...written.map(name => unchecked(name, 'it changes something: --write, with --token')));

for (const [problem, paths] of cors) {
  const [first, ...others] = paths;
  const more = others.length > 0 ? ` and ${others.length} other calls` : '';
  const notes = [
    ...problem.split('\n'),
    'a browser blocks the call; everything else was checked without CORS',
  ];
  report({ call: `CORS of ${first}${more}`, verdict: 'broken', notes });
}

const count = (verdict: Result['verdict']) => results.filter(result => result.verdict === verdict).length;
say('');
say(
  `${count('works')} work, ${count('works without')} work without something, ${count('broken')} broken, ${count('not checked')} not checked`,
);
process.exitCode = count('broken') > 0 ? 1 : 0;
