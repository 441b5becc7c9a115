import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';
import { conversationProblems, send, sendAny, sendText } from './check-channel.ts';
import { call, oddText } from './check-methods.ts';
import { type Check, type CheckResult, failed, judge, passed, problemsOf, unproved } from './check-reply.ts';
import { confirmPayment, newOrder } from './check-shop.ts';

/** Pixels. Slightly less than a 12-megapixel photo, whose exact size depends on the camera. */
const twelveMegapixels = 11_500_000;
/** The native app scales larger pictures down to this long side (px). */
const longSide = 2048;
const many = 20;
/** After this long (ms), the pay sheet is certainly open. */
const sheetTime = 3000;

/** Storage key for the order whose payment was interrupted. */
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

export const trials: Check[] = [
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
