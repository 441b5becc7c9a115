import { conversationProblems, messages } from './check-channel.ts';
import type { Check, CheckResult } from './check-result.ts';

/** Characters of a text inside a message that are shown: a photo would fill the page. */
const longest = 40;
/** Messages that the report holds, the newest. */
const most = 60;

/** What is worth something to a thief: never shown, not even in part. */
const secrets = new Set(['token', 'receipt', 'payment']);

/** A message as it is shown: long texts cut, secrets replaced by their length. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), shorten);
  } catch {
    return text.slice(0, 2 * longest);
  }
}

function shorten(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (secrets.has(name)) return `… (${value.length} characters)`;
  return value.length > longest ? `${value.slice(0, longest)}… (${value.length} characters)` : value;
}

/** The state of a check, as a word. */
export const stateWords = { passed: 'passed', failed: 'FAILED', open: 'open' } as const;

/** Everything that was found, as text to copy. */
export function report(checks: Check[], results: Map<string, CheckResult>): string {
  const lines = checks.map(({ id, title }) => {
    const { state, why } = results.get(id) ?? { state: 'open' as const, why: ['not tried'] };
    return `${stateWords[state].padEnd(7)} ${title}: ${why.join('; ')}`;
  });
  const count = (wanted: CheckResult['state']) =>
    checks.filter(({ id }) => (results.get(id)?.state ?? 'open') === wanted).length;
  return [
    `Bridge check of ${new Date().toISOString()}, ${location.origin}`,
    navigator.userAgent,
    `${count('passed')} passed, ${count('failed')} failed, ${count('open')} open`,
    '',
    ...lines,
    ...conversationProblems.map(problem => `FAILED  The conversation: ${problem}`),
    '',
    ...messages
      .slice(-most)
      .map(({ direction, text }) => `${direction === 'from the page' ? '→' : '←'} ${readable(text)}`),
    '',
  ]
    .map(line => line.replace(/[\n\r\u2028\u2029]/g, ' '))
    .join('\n');
}
