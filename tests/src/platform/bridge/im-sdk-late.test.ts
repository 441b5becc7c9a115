import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { installWeixin, userAgents } from '../../../support/weixin-double.ts';

/** Signs as the backend's sandbox does. */
async function sign(address: string) {
  const text = `jsapi_ticket=sandbox-ticket&noncestr=1&timestamp=7&url=${address}`;
  const signature = createHash('sha1').update(text).digest('hex');
  return { appId: 'wx-sandbox', timestamp: 7, nonceStr: '1', signature };
}

// In a file of its own: WeChat speaks to every page that a test has left waiting.
test('a WeChat that is ready too late still sets the card, also where the user has moved on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  history.replaceState(null, '', '/tyy/pic');
  const { openImSdk } = await import('../../../../src/platform/bridge/im-sdk.ts');
  const sdk = openImSdk(sign);
  const card = { title: 'Tyy', text: 'Make yours', url: location.href, image: location.href };
  const refused = expect(sdk.setShareCard(card)).rejects.toThrow('no response');
  await vi.advanceTimersByTimeAsync(4000);
  await refused;
  vi.useRealTimers();

  history.replaceState(null, '', '/tyy/making');
  installWeixin({ sees: 'current' });

  const results = () => window.weixinCalls.map(({ result }) => result);
  await vi.waitFor(() => expect(results()).toContain('updateAppMessageShareData:ok'), 10_000);
});
