import { expect, test } from 'vitest';
import { hostOf, shellLanguage } from '../../../src/platform/host.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0';

test.each([
  ['shell', `${iphone} Mobile/15E148 TyyShell/1.0 Language/zh-CN`],
  ['shell', `${android} Mobile Safari/537.36 TyyShell/2.13.1 Language/en`],
  ['im', `${iphone} Mobile/15E148 MicroMessenger/8.0.44(0x18002c2f) NetType/WIFI Language/zh_CN`],
  [
    'im',
    `${android} Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231202 MicroMessenger/8.0.47.2560 Language/zh_CN`,
  ],
  ['browser', `${iphone} Version/17.4 Mobile/15E148 Safari/604.1`],
  ['browser', `${android} Mobile Safari/537.36`],
  ['browser', `${android} NotTyyShell/1.0`],
  ['browser', ''],
])('the host is %s with the user agent %j', (host, userAgent) => {
  expect(hostOf(userAgent)).toBe(host);
});

test('if the native app has injected its object, the host is a shell with any user agent', () => {
  expect(hostOf(`${android} Mobile Safari/537.36`, true)).toBe('shell');
});

test("shellLanguage reads the phone's language from the end of the native app's user agent", () => {
  expect(shellLanguage(`${iphone} TyyShell/1.0 Language/zh-CN`)).toBe('zh-CN');
  expect(shellLanguage(`${iphone} TyyShell/1.0 Language/en`)).toBe('en');
  expect(shellLanguage(`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`)).toBeNull();
});
