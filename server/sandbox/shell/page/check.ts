import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';
import {
  type Check,
  type CheckResult,
  conversationProblems,
  failed,
  judge,
  messages,
  passed,
  problemsOf,
  send,
  sendAny,
  sendText,
  unproved,
  watchMessages,
} from './check-channel.ts';
import { call, confirmPayment, methodChecks, newOrder, oddText } from './check-methods.ts';
import { element, inside, make } from './element.ts';

/** Pixels. Slightly less than a 12-megapixel photo, whose exact size depends on the camera. */
const twelveMegapixels = 11_500_000;
/** The native app scales larger pictures down to this long side (px). */
const longSide = 2048;
const many = 20;
/** After this long (ms), the pay sheet is certainly open. */
const sheetTime = 3000;

const orderKey = (id: string) => `tyy-check.order.${id}`;

async function checkUnknownMethod(): Promise<CheckResult> {
  const reply = await sendAny('noSuchMethod', {});
  if (typeof reply.code !== 'number' || reply.code === 0)
    return failed(`a method that does not exist is replied to with code ${JSON.stringify(reply.code)}`);
  return passed(`refused with code ${reply.code}${reply.code === 404 ? '' : '; 404 is usual'}`);
}

/** The native app must not crash, nor reply with a call number that was never used. */
async function checkMalformedCalls(): Promise<CheckResult> {
  for (const text of [
    '',
    'no JSON',
    '[]',
    'null',
    '{"method":"readCache"}',
    '{"seq":"x","method":7,"params":null}',
  ])
    sendText(text);
  const reply = await send('readCache', { key: 'tyy.check' });
  return judge(problemsOf('readCache', { key: 'tyy.check' }, reply), 'the call after them was replied to');
}

async function checkManyCalls(): Promise<CheckResult> {
  const keys = Array.from({ length: many }, (_, place) => `tyy.check.${place}`);
  await Promise.all(keys.map(key => send('writeCache', { key, value: key + oddText })));
  const replies = await Promise.all(keys.map(key => send('readCache', { key })));
  await Promise.all(keys.map(key => send('deleteCache', { key })));
  const mixed = keys.filter(
    (key, place) => (replies[place]?.data as { value?: unknown })?.value !== key + oddText,
  );
  return judge(
    mixed.map(key => `the value of ${key} is not the one that was written`),
    `${many} calls at once`,
  );
}

async function checkConversation(): Promise<CheckResult> {
  return judge(conversationProblems, 'each call so far had one reply with its own seq');
}

async function checkLargePicture(): Promise<CheckResult> {
  return call('openAlbum', { count: 1 }, async ({ data }) => {
    const text = Object.values((data as { pictures: Record<string, string> }).pictures)[0] ?? '';
    const size = await sizeOf(pictureFile(text, '1_0')).catch(() => null);
    if (!size) return failed('this webview cannot decode the picture; JPEG is best');
    const told = `${size.width} × ${size.height} px, ${Math.round(text.length / 1000)} kB of base64`;
    if (Math.max(size.width, size.height) <= longSide)
      return passed(told, 'scaled by the shell, or not a large one');
    if (size.width * size.height < twelveMegapixels)
      return unproved(told, 'choose a photo of 12 megapixels or more');
    return passed(told, `the page shrinks it; scaled to ${longSide} px by the shell it would spare memory`);
  });
}

async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return { width: image.naturalWidth, height: image.naturalHeight };
}

async function checkSkippedAd(): Promise<CheckResult> {
  const params = { id: 'bridge-check' };
  const reply = await send('showRewardedAd', params);
  if (reply.code === 0) return failed('code 0: a reward for an ad that was not watched to its end');
  return judge(problemsOf('showRewardedAd', params, reply), `refused with code ${reply.code}`);
}

/** Opens the pay sheet, then runs `interrupt`, which ends the page. On the next run, checks `restore`. */
async function checkInterruptedPayment(id: string, interrupt: () => void): Promise<CheckResult> {
  const orderId = localStorage.getItem(orderKey(id));
  if (orderId !== null) return restoreOrder(id, orderId);
  const { order_id, payment } = await newOrder();
  localStorage.setItem(orderKey(id), order_id);
  const timer = setTimeout(interrupt, sheetTime);
  const reply = await send('pay', { order_id, payment });
  clearTimeout(timer);
  localStorage.removeItem(orderKey(id));
  return unproved(`the reply came first (code ${reply.code}): leave the sheet open until the page has ended`);
}

async function restoreOrder(id: string, orderId: string): Promise<CheckResult> {
  const result = await call('restore', {}, async ({ data }) =>
    (await confirmPayment(orderId, (data as { receipt: string }).receipt))
      ? passed('restore handed out the receipt of the order, and the server took it')
      : failed('restore handed out a receipt, but not that of the order'),
  );
  localStorage.removeItem(orderKey(id));
  if (result.state !== 'open') return result;
  return unproved(...result.why, 'right if nothing was paid; if it was, the receipt is lost');
}

const trials: Check[] = [
  trial('unknownMethod', 'A method that does not exist', 'Must be refused.', checkUnknownMethod),
  trial('malformedCalls', 'Calls that are none', 'The shell must live on.', checkMalformedCalls),
  trial('manyCalls', `${many} calls at once`, 'Each gets its own reply.', checkManyCalls),
  trial(
    'conversation',
    'One reply a call',
    'None twice, none with an unknown seq, nothing that is not JSON. Press it last.',
    checkConversation,
  ),
  byHand(
    'largePicture',
    'A picture of 12 megapixels',
    'Choose one as the camera took it.',
    checkLargePicture,
  ),
  byHand('skippedAd', 'A rewarded ad that is skipped', 'Close the ad before its end.', checkSkippedAd),
  byHand(
    'reload',
    'A reload while the pay sheet is open',
    'Leave the sheet open: the page reloads after 3 s. Then pay, and press again.',
    () => checkInterruptedPayment('reload', () => location.reload()),
  ),
  byHand(
    'kill',
    'restore after a kill',
    'Pay in the sheet with the native app killed before it closes. Open this page again, and press again.',
    () => checkInterruptedPayment('kill', () => undefined),
  ),
];

function trial(id: string, title: string, hint: string, run: Check['run']): Check {
  return { id, title, hint, isQuick: true, run };
}

function byHand(...parts: Parameters<typeof trial>): Check {
  return { ...trial(...parts), isQuick: false };
}

/** Maximum characters shown of a text in a message: a whole photo would fill the page. */
const longest = 40;

const most = 60;

/** Fields whose values are never shown, not even in part. */
const secrets = new Set(['token', 'receipt', 'payment']);

const stateWords = { passed: 'passed', failed: 'FAILED', open: 'open' } as const;

const resultsKey = 'tyy-check.results';
const mostShown = 12;
const checks = [...methodChecks, ...trials];
const results = new Map<string, CheckResult>(load());
const rows = new Map<string, HTMLElement>();

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
  const lines = messages.slice(-mostShown).map(message => make('li', {}, lineOf(message)));
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

function lineOf({ direction, text }: (typeof messages)[number]): string {
  return `${direction === 'from the page' ? '→' : '←'} ${readable(text)}`;
}

/** Shortens long texts. In JSON, shows only the length of secrets. */
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
    ...messages.slice(-most).map(lineOf),
    '',
  ]
    .map(line => line.replace(/[\n\r\u2028\u2029]/g, ' '))
    .join('\n');
}
