import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ShareCard } from '../../../../src/platform/bridge/bridge-protocol.ts';
import type { Bridge, PageSignature } from '../../../../src/platform/bridge/bridge-type.ts';
import type { ImSdk } from '../../../../src/platform/bridge/im-sdk.ts';
import {
  installWeixin,
  userAgents,
  type WeixinCall,
  type WeixinOptions,
} from '../../../support/phone/weixin-double.ts';

const card: ShareCard = {
  title: 'Tyy portraits',
  text: 'Make yours',
  url: 'https://app.example.com/tyy/',
  image: 'https://app.example.com/tyy/icon.png',
};

/** Addresses that the fake server has signed. */
let signed: string[];
let signatures: string[];
beforeAll(() => beWechat('android'));

beforeEach(() => {
  signed = [];
  signatures = [];
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'WeixinJSBridge');
});

function beWechat(phone: keyof typeof userAgents): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents[phone]);
}

/** Opens a page in WeChat. `path` is relative to /tyy. If `options` is null, WeChat is not ready. */
async function openPage(
  path: string,
  phone: keyof typeof userAgents,
  options: WeixinOptions | null,
): Promise<ImSdk> {
  beWechat(phone);
  history.replaceState(null, '', `/tyy${path}`);
  vi.resetModules();
  const { openImSdk } = await import('../../../../src/platform/bridge/im-sdk.ts');
  window.weixinCalls = [];
  if (options) installWeixin(options);
  return openImSdk(sign);
}

/** Signs an address like the backend's sandbox. */
async function sign(address: string): Promise<PageSignature> {
  signed.push(address.replace(location.origin, ''));
  const nonceStr = String(signed.length);
  const text = `jsapi_ticket=sandbox-ticket&noncestr=${nonceStr}&timestamp=7&url=${address}`;
  const signature = createHash('sha1').update(text).digest('hex');
  signatures.push(signature);
  return { appId: 'wx-sandbox', timestamp: 7, nonceStr, signature };
}

function results(): string[] {
  return window.weixinCalls.map(call => call.result);
}

function lastCall(method: string): WeixinCall | undefined {
  return window.weixinCalls.findLast(call => call.method === method);
}

// Keep this test first, because WeChat's ready event would also reach waiting pages from earlier tests.
test('WeChat’s share card is set even if WeChat becomes ready only after the time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sdk = await openPage('/pic', 'android', null);
  const refused = expect(sdk.setShareCard(card)).rejects.toThrow('no response');
  await vi.advanceTimersByTimeAsync(4000);
  await refused;
  vi.useRealTimers();

  history.replaceState(null, '', '/tyy/making');
  installWeixin({ sees: 'current' });
  await vi.waitFor(() => expect(results()).toContain('updateAppMessageShareData:ok'), 10_000);
});

test('both share entries in WeChat’s menu get the card, and the page’s address is signed without its fragment', async () => {
  const sdk = await openPage('/pic?generate_id=7#top', 'android', { sees: 'current' });
  await sdk.setShareCard(card);

  const { title, text: desc, url: link, image: imgUrl } = card;
  expect(lastCall('updateAppMessageShareData')?.params).toMatchObject({ title, desc, link, imgUrl });
  expect(lastCall('updateTimelineShareData')?.params).toMatchObject({ title, link, imgUrl });
  expect(signed).toEqual(['/tyy/pic?generate_id=7']);
});

test('in WeChat on Android, the page requests one signature per address', async () => {
  const sdk = await openPage('/', 'android', { sees: 'current' });

  await sdk.setShareCard(card);
  await sdk.setShareCard({ ...card });
  history.pushState(null, '', '/tyy/pic');
  await sdk.previewPics('b', ['a', 'b']);

  expect(signed).toEqual(['/tyy/', '/tyy/pic']);
  expect(lastCall('imagePreview')).toMatchObject({
    params: { current: 'b', urls: ['a', 'b'] },
    result: 'imagePreview:ok',
  });
});

test.each([
  { phone: 'android', sees: 'entry', order: ['/tyy/pic', '/tyy/'] },
  { phone: 'ios', sees: 'current', order: ['/tyy/', '/tyy/pic'] },
] as const)('after an invalid signature, $phone always uses the other address', async world => {
  const sdk = await openPage('/', world.phone, { sees: world.sees });
  history.pushState(null, '', '/tyy/pic');

  await sdk.setShareCard(card);
  expect(signed).toEqual(world.order);
  expect(results().slice(0, 2)).toEqual(['config:invalid signature', 'config:ok']);

  history.pushState(null, '', '/tyy/making');
  await sdk.setShareCard({ ...card });
  expect(results().filter(result => result === 'config:invalid signature')).toHaveLength(1);
});

test('in WeChat, after two invalid signatures the page requests no further signature for the same address', async () => {
  const sdk = await openPage('/', 'android', { sees: 'neither' });

  await expect(sdk.setShareCard(card)).rejects.toThrow('invalid signature');
  await expect(sdk.setShareCard({ ...card })).rejects.toThrow('invalid signature');
  await expect(sdk.previewPics('a', ['a'])).rejects.toThrow('invalid signature');

  expect(results()).toEqual(['config:invalid signature', 'config:invalid signature']);
});

test('if two share cards in WeChat wait for the same signature, only the later card is set', async () => {
  const sdk = await openPage('/', 'android', { sees: 'current' });

  await Promise.all([sdk.setShareCard(card), sdk.setShareCard({ ...card, title: 'Later' })]);

  const shown = window.weixinCalls.filter(call => call.method === 'updateAppMessageShareData');
  expect(shown.map(call => call.params.title)).toEqual(['Later']);
});

async function openBridge(options: WeixinOptions): Promise<Bridge> {
  beWechat('android');
  const [{ bridge }, { startIm }] = await Promise.all([
    import('../../../../src/platform/bridge/bridge.ts'),
    import('../../../../src/flows/app/start-im.ts'),
  ]);
  startIm();
  installWeixin(options);
  return bridge;
}

const order = { timestamp: '7', nonceStr: 'n', package: 'prepay_id=wx1', signType: 'RSA', paySign: 's' };

test('WeChat’s payment gets the server’s signature, and the receipt is the order’s id', async () => {
  const bridge = await openBridge({ sees: 'current' });
  expect(await bridge.pay?.('0123', JSON.stringify(order))).toBe('0123');
  const { timestamp, ...rest } = order;
  expect(window.weixinCalls.find(({ method }) => method === 'getBrandWCPayRequest')?.params).toMatchObject({
    ...rest,
    timeStamp: timestamp,
  });
});

test('a WeChat payment that the user cancels rejects with code 1, and one on an unverified page with another error', async () => {
  const bridge = await openBridge({ sees: 'current', pays: false });
  await expect(bridge.pay?.('0123', JSON.stringify(order))).rejects.toMatchObject({
    failure: 'refused',
    message: '',
    code: 1,
  });

  installWeixin({ sees: 'neither' });
  await expect(bridge.pay?.('0123', JSON.stringify(order))).rejects.not.toMatchObject({ code: 1 });
});
