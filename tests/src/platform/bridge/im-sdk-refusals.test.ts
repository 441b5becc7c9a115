import { beforeEach, expect, test, vi } from 'vitest';
import type { ImSdk } from '../../../../src/platform/bridge/im-sdk.ts';
import { userAgents } from '../../../support/weixin-double.ts';

const card = {
  title: 'Tyy',
  text: 'Make yours',
  url: 'https://app.example/tyy/',
  image: 'https://app.example/i',
};

type Respond = (result: { errMsg: string }) => void;

/** The calls of this page to WeChat, each with how WeChat responds. */
let calls: { method: string; respond: Respond }[];
let sign: ReturnType<typeof vi.fn>;
let sdk: ImSdk;

beforeEach(async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  calls = [];
  const invoke = (method: string, _params: object, respond: Respond) => calls.push({ method, respond });
  Object.assign(window, { WeixinJSBridge: { invoke, on() {} } });
  history.replaceState(null, '', '/tyy/');
  const { openImSdk } = await import('../../../../src/platform/bridge/im-sdk.ts');
  const signature = { appId: 'wx', timestamp: 7, nonceStr: 'n', signature: 's' };
  sign = vi.fn(async () => signature);
  sdk = openImSdk(sign as never);
});

/** The call of this number, from 0, once it has come. */
async function callOf(number: number) {
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(number), 10_000);
  return calls[number]!;
}

test('a refusal for another reason than the signature is final', async () => {
  const refused = expect(sdk.setShareCard(card)).rejects.toThrow('invalid url domain');
  (await callOf(0)).respond({ errMsg: 'config:invalid url domain' });
  await refused;

  await expect(sdk.setShareCard({ ...card })).rejects.toThrow('invalid url domain');
  expect(sign).toHaveBeenCalledTimes(1);
  expect(calls).toHaveLength(1);
});

test('the other address gets its try in either spelling, and a late yes to it sets the card without a further one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(sdk.setShareCard(card)).rejects.toThrow('no response');
  await vi.advanceTimersByTimeAsync(0);
  calls[0]!.respond({ errMsg: 'config:invalid_signature' });
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(4000);
  await refused;
  vi.useRealTimers();

  calls[1]!.respond({ errMsg: 'config:ok' });

  expect((await callOf(2)).method).toBe('updateAppMessageShareData');
  expect(sign).toHaveBeenCalledTimes(2);
});
