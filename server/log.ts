import { type DestinationStream, type Logger, pino } from 'pino';

const mask = '[hidden]';

/** Patterns that find secrets (tokens, signatures, passwords in addresses), each with a masked replacement. */
const secrets: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[^\s"\\,]+/gi, `$1 ${mask}`],
  [/\bsandbox:[^\s"\\&]+/g, `sandbox:${mask}`],
  [/([?&](?:sign|signature|token|access_token|security-token|code|key|secret)=)[^&\s"\\]+/gi, `$1${mask}`],
  [/(\w+:\/\/[^\s:/@"\\]+:)[^\s@"\\]+@/g, `$1${mask}@`],
  [
    /(\\?"(?:authorization|cookie|token|receipt|sign|signature|password|[\w-]*secret|[\w-]*security[_-]token|[\w-]*access[_-]key[\w-]*)\\?":\s*\\?")[^"\\]*/gi,
    `$1${mask}`,
  ],
];

/** Logs one JSON object per line, by default to standard output. Masks secrets. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: hideSecrets } };
  return destination ? pino(options, destination) : pino(options);
}

export function hideSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
