import { beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { installWeixin, userAgents } from '../../../support/weixin-double.ts';

const card = {
  title: 'a',
  text: 'b',
  url: 'https://app.example.com/tyy/',
  image: 'https://app.example.com/i',
};

let bridge: Bridge;

beforeEach(async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  vi.resetModules();
  const [opened, { startIm }] = await Promise.all([
    import('../../../../src/platform/bridge/bridge.ts'),
    import('../../../../src/flows/start-im.ts'),
  ]);
  startIm();
  bridge = opened.bridge;
});

test('WeChat has no ads, no payment of its own and no sign-in of its own', () => {
  const { login, pay, subscription, restore, showRewardedAd, showFullScreenAd, closeBannerAd } = bridge;

  expect([login, pay, subscription, restore, showRewardedAd, showFullScreenAd, closeBannerAd]).toEqual(
    Array(7).fill(null),
  );
});

test('a picture is saved by a long press', async () => {
  expect(await bridge.savePicture('https://app.example.com/pic.jpg', 'pic')).toBe('long-press');
});

test('it has no share sheet; a card goes behind its menu', async () => {
  installWeixin({ sees: 'current' });

  expect(bridge.openShare(card)).toBeNull();
  await bridge.setShareCard?.(card);
  expect(window.weixinCalls.map(call => call.result)).toContain('updateAppMessageShareData:ok');
});

test('a card that WeChat refuses is an error', async () => {
  installWeixin({ sees: 'neither' });

  await expect(bridge.setShareCard?.(card)).rejects.toThrow('invalid signature');
});
