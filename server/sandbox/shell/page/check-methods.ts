import type { BridgeMethod, BridgeParams } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { shellTransport } from '../../../../src/platform/bridge/shell-transport.ts';
import { hostOf, shellLanguage } from '../../../../src/platform/host.ts';
import {
  type Check,
  type CheckResult,
  failed,
  judge,
  passed,
  problemsOf,
  send,
  type TimedReply,
  unproved,
} from './check-channel.ts';

/** The app waits this long (ms) for methods without user interaction. */
const quickLimit = 3000;

const key = 'tyy.check';
/** Breaks the reply's JSON if the native app inserts it without escaping. */
export const oddText = `"quotes' \\ </script> \u2028\u2029 \n 写真 👩🏽‍🎨`;

/** Calls a method and passes a valid reply with code 0 to `look`. After a refusal, the check stays open. */
export async function call<M extends BridgeMethod>(
  method: M,
  params: BridgeParams<M>,
  look: (reply: TimedReply) => CheckResult | Promise<CheckResult> = () => passed('code 0'),
): Promise<CheckResult> {
  const reply = await send(method, params);
  const problems = problemsOf(method, params, reply);
  if (problems.length > 0) return failed(...problems);
  if (reply.code === 404) return failed(`${method} is refused with 404: this shell does not know it`);
  if (reply.code !== 0)
    return unproved(
      `refused with code ${reply.code}: "${reply.message ?? ''}". Try again and let it succeed`,
    );
  return look(reply);
}

/** Like `call`, but for methods without user interaction: a late reply or a refusal fails the check. */
async function quickCall<M extends BridgeMethod>(
  method: M,
  params: BridgeParams<M>,
  look?: (reply: TimedReply) => CheckResult,
): Promise<CheckResult> {
  const result = await call(method, params, reply =>
    reply.took > quickLimit
      ? failed(`the reply took ${Math.round(reply.took)} ms; the app waits ${quickLimit} ms`)
      : (look?.(reply) ?? passed(`code 0 after ${Math.round(reply.took)} ms`)),
  );
  return result.state === 'open' ? failed(`${method} is never refused`, ...result.why) : result;
}

/** Runs checks in sequence until one does not pass; returns the last result. */
async function inTurn(...steps: (() => Promise<CheckResult>)[]): Promise<CheckResult> {
  let result = unproved();
  for (const step of steps) {
    result = await step();
    if (result.state !== 'passed') return result;
  }
  return result;
}

function holds(value: string | null): (reply: TimedReply) => CheckResult {
  return ({ data }) => {
    const found = (data as { value: unknown }).value;
    return judge(
      found === value
        ? []
        : [`the key holds ${JSON.stringify(found)} where ${JSON.stringify(value)} was written`],
      'the value came back unharmed',
    );
  };
}

const write = (value: string) => () => quickCall('writeCache', { key, value });
const read = (value: string | null) => () => quickCall('readCache', { key }, holds(value));
const remove = () => quickCall('deleteCache', { key });
const closeBanner = () => quickCall('closeBannerAd', {});

async function checkUserAgent(): Promise<CheckResult> {
  const { userAgent } = navigator;
  const problems: string[] = [];
  if (!shellTransport()) problems.push('neither webkit.messageHandlers.tyyShell nor tyyShell is there');
  if (hostOf(userAgent) !== 'shell') problems.push('the user agent has no " TyyShell/<version>"');
  const language = shellLanguage(userAgent);
  if (language === null) problems.push('the user agent does not end with " Language/<code>"');
  if (!window.indexedDB) problems.push('IndexedDB is off');
  return judge(
    problems,
    `language ${language}`,
    `called through ${window.webkit?.messageHandlers?.tyyShell ? 'webkit.messageHandlers (iOS)' : 'tyyShell (Android)'}`,
  );
}

type Sale = (receipt: string) => Promise<CheckResult>;
const receiptOf = ({ data }: TimedReply) => (data as { receipt: string }).receipt;

/** An address if this page is on https; else the picture itself, because the shell must refuse http addresses. */
async function portrait(): Promise<string> {
  const address = `${location.origin}/sandbox/shell/album/portrait.jpg`;
  if (location.protocol === 'https:') return address;
  const file = await (await fetch(address)).blob();
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(file);
  });
}

const askServer =
  (orderId: string): Sale =>
  async receipt =>
    (await confirmPayment(orderId, receipt))
      ? passed('the server took the receipt')
      : passed('the sandbox does not know this receipt; a real app store’s is confirmed by its own provider');

export const methodChecks: Check[] = [
  {
    id: 'userAgent',
    title: 'User agent',
    hint: 'Ends with TyyShell/<version> Language/<code>.',
    isQuick: true,
    run: checkUserAgent,
  },
  ...Object.entries({
    takePhoto: ['Take a photo.', () => call('takePhoto', {})],
    openAlbum: ['Choose one or two photos.', () => call('openAlbum', { count: 2 })],
    importPicture: ['Choose camera or album, then one photo.', () => call('importPicture', { count: 1 })],
    savePicture: [
      'Look for the portrait among your photos.',
      async () => call('savePicture', { url: await portrait() }),
    ],
    pay: [
      'Pay the order.',
      async () => {
        const { order_id, payment } = await newOrder();
        return call('pay', { order_id, payment }, reply => askServer(order_id)(receiptOf(reply)));
      },
    ],
    subscription: [
      'Buy the subscription.',
      async () => call('subscription', { product_id: await firstPlan() }),
    ],
    restore: ['After a purchase. Nothing bought: refused with code 2.', () => call('restore', {})],
    share: [
      'The sheet shows a portrait and odd letters.',
      async () => call('share', { title: 'Bridge check', text: oddText, url: '', image: await portrait() }),
    ],
    login: ['Sign in.', () => call('login', {})],
    readCache: [
      'An odd text comes back; an unknown key is null.',
      () => inTurn(write(oddText), read(oddText), remove, read(null)),
    ],
    writeCache: ['The second value stands.', () => inTurn(write('one'), write('two'), read('two'))],
    deleteCache: ['Also of a key that is not there.', () => inTurn(write('one'), remove, read(null), remove)],
    showFullScreenAd: ['Close the ad.', () => call('showFullScreenAd', {})],
    showRewardedAd: ['Watch the ad to its end.', () => call('showRewardedAd', { id: 'bridge-check' })],
    closeBannerAd: ['The banner goes, and comes twice without harm.', () => inTurn(closeBanner, closeBanner)],
  } satisfies Record<BridgeMethod, [string, () => Promise<CheckResult>]>).map(([id, [hint, run]]) => ({
    id,
    title: id,
    hint,
    isQuick: /Cache$|^closeBannerAd$/.test(id),
    run,
  })),
];

interface Envelope<Data> {
  code: number;
  data: Data;
  message: string;
}

interface SandboxOrder {
  order_id: string;
  payment: string;
}

let token = '';

/** Orders coins for a sandbox user whom only this page uses. */
export async function newOrder(): Promise<SandboxOrder> {
  await signIn();
  const { code, data, message } = await post<SandboxOrder>('createOrder', { config_id: 1 });
  if (code !== 0) throw new Error(`The sandbox made no order: ${message}`);
  return data;
}

export async function confirmPayment(orderId: string, receipt: string): Promise<boolean> {
  await signIn();
  return (await post('paySuccess', { order_id: orderId, receipt })).code === 0;
}

async function firstPlan(): Promise<string> {
  const response = await fetch('/sandbox/shell/products');
  const { list }: { list: { product_id: string; vip_level: number }[] } = await response.json();
  return list.find(({ vip_level }) => vip_level > 0)?.product_id ?? '';
}

async function signIn(): Promise<void> {
  if (token) return;
  const login = { login_type: 'facebook', token: 'sandbox:Bridge check' };
  token = (await post<{ token: string }>('login', login)).data.token;
}

async function post<Data>(call: string, body: object): Promise<Envelope<Data>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return (await fetch(`/v1/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
