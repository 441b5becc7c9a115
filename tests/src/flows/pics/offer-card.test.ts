import { expect, test, vi } from 'vitest';
import { installWeixin, userAgents } from '../../../support/phone/weixin-double.ts';
import { renderAt } from '../../../support/render-at.tsx';

test('what a WeChat user shares of Home is the app, with its name, its picture and its address', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  await renderAt('/');
  installWeixin({ sees: 'current' });

  const offered = await vi.waitUntil(
    () => window.weixinCalls.find(({ params }) => params.title === 'Tyy portraits'),
    { timeout: 10_000 },
  );
  expect(offered).toMatchObject({
    result: expect.stringMatching(/:ok$/),
    params: {
      desc: 'A few photos and a style you love. A set of portraits in minutes.',
      link: `${location.origin}/tyy/`,
      imgUrl: `${location.origin}/tyy/icons/icon-512.png`,
    },
  });
});
