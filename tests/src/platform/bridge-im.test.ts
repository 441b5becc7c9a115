import { beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../src/platform/bridge-type.ts';
import { installWeixin, userAgents } from '../../support/weixin-double.ts';

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
    import('../../../src/platform/bridge.ts'),
    import('../../../src/flows/start-im.ts'),
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

test('sharing puts the card behind the menu and leaves the rest to it', async () => {
  installWeixin({ sees: 'current' });

  expect(await bridge.share(card)).toBe('menu');
  expect(window.weixinCalls.map(call => call.result)).toContain('updateAppMessageShareData:ok');
});

test('where WeChat refuses, the link is copied', async () => {
  installWeixin({ sees: 'neither' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

  expect(await bridge.share(card)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(card.url);
});
