import { beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { installWeixin, userAgents } from '../../../support/phone/weixin-double.ts';

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
    import('../../../../src/flows/app/start-im.ts'),
  ]);
  startIm();
  bridge = opened.bridge;
});

const signed = { timestamp: '7', nonceStr: 'n', package: 'prepay_id=wx1', signType: 'RSA', paySign: 's' };

test('an order is paid with what the server signed, and its own number is the receipt', async () => {
  installWeixin({ sees: 'current' });

  expect(await bridge.pay?.('0123', JSON.stringify(signed))).toBe('0123');
  const { timestamp, ...rest } = signed;
  expect(window.weixinCalls.find(({ method }) => method === 'getBrandWCPayRequest')?.params).toMatchObject({
    ...rest,
    timeStamp: timestamp,
  });
});

test('who does not pay has cancelled, and a page that WeChat does not know cannot be paid on', async () => {
  installWeixin({ sees: 'current', pays: false });
  await expect(bridge.pay?.('0123', JSON.stringify(signed))).rejects.toMatchObject({
    failure: 'refused',
    message: '',
    code: 1,
  });

  installWeixin({ sees: 'neither' });
  await expect(bridge.pay?.('0123', JSON.stringify(signed))).rejects.not.toMatchObject({ code: 1 });
});

test('it has no share sheet; a card goes behind its menu', async () => {
  installWeixin({ sees: 'current' });

  expect(bridge.openShare(card)).toBeNull();
  await bridge.setShareCard?.(card);
  expect(window.weixinCalls.map(call => call.result)).toContain('updateAppMessageShareData:ok');
});
