import { conversationProblems, messages, watchMessages } from './check-channel.ts';
import { methodChecks } from './check-methods.ts';
import { type Check, type CheckResult, failed, unproved } from './check-reply.ts';
import { trials } from './check-trials.ts';
import { element, inside, make } from './element.ts';

/** Maximum characters shown of a text in a message: a whole photo would fill the page. */
const longest = 40;

const most = 60;

/** Fields whose values are never shown, not even in part. */
const secrets = new Set(['token', 'receipt', 'payment']);

const stateWords = { passed: 'passed', failed: 'FAILED', open: 'open' } as const;

const resultsKey = 'tyy-check.results';
/** Maximum number of messages on the page; the report has more. */
const mostShown = 12;
const checks = [...methodChecks, ...trials];
const results = new Map<string, CheckResult>(load());
const rows = new Map<string, HTMLElement>();

/** Runs a check; shows "no reply yet" until it ends. */
async function start(check: Check): Promise<void> {
  settle(check, unproved('no reply yet'));
  try {
    settle(check, await check.run());
  } catch (error) {
    settle(check, failed((error as Error).message));
  }
}

function settle({ id }: Check, result: CheckResult): void {
  results.set(id, result);
  // Save the results before a check reloads or kills the page.
  localStorage.setItem(resultsKey, JSON.stringify([...results]));
  showResult(id);
  showReport();
}

function showResult(id: string): void {
  const row = rows.get(id);
  const result = results.get(id);
  if (!row || !result) return;
  row.dataset.state = result.state;
  inside(row, '.state').textContent = stateWords[result.state];
  inside(row, '.why').textContent = result.why.join('; ');
}

function showReport(): void {
  element('report', HTMLTextAreaElement).value = report(checks, results);
  element('conversation', HTMLElement).textContent = conversationProblems.join('; ');
}

function showMessages(): void {
  const lines = messages.slice(-mostShown).map(({ direction, text }) => {
    return make('li', {}, `${direction === 'from the page' ? '→' : '←'} ${readable(text)}`);
  });
  element('messages', HTMLOListElement).replaceChildren(...lines);
  showReport();
}

function rowOf(check: Check): HTMLElement {
  const button = make('button', { type: 'button', onclick: () => start(check) }, check.title);
  const row = make('li', {}, button, line('state'), line('hint', check.hint), line('why'));
  rows.set(check.id, row);
  return row;
}

const line = (className: string, text = '') => make('span', { className }, text);

/** Copies the report. Without clipboard permission, selects it, so that the user can copy it. */
async function copyReport(): Promise<void> {
  const text = element('report', HTMLTextAreaElement);
  text.select();
  await navigator.clipboard?.writeText(text.value).catch(() => undefined);
}

function load(): [string, CheckResult][] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(resultsKey) ?? '[]');
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

function press(id: string, action: () => void): void {
  const button = element(id, HTMLButtonElement);
  button.addEventListener('click', action);
  // The HTML disables the buttons until this script has run.
  button.disabled = false;
}

element('methods', HTMLOListElement).append(...methodChecks.map(rowOf));
element('trials', HTMLOListElement).append(...trials.map(rowOf));
for (const id of results.keys()) showResult(id);
watchMessages(showMessages);
press('quick', async () => {
  for (const check of checks) if (check.isQuick) await start(check);
});
press('clear', () => {
  for (const key of Object.keys(localStorage)) if (key.startsWith('tyy-check.')) localStorage.removeItem(key);
  location.reload();
});
press('copy', copyReport);
showReport();

/** Shortens long texts and shows only the length of secrets. */
function readable(text: string): string {
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

function report(checks: Check[], results: Map<string, CheckResult>): string {
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
