import { type FakeShell, succeed } from '../../support/fake-shell.ts';
import { check, linesOf, press } from '../support/bridge-check.ts';
import { expect, test } from '../support/in-shell.ts';

test.describe('in a wrong shell', () => {
  const wrong: [string, string, (shell: FakeShell) => void, RegExp][] = [
    [
      'gives a receipt that is a number',
      'pay',
      shell => shell.on('pay', () => ({ malformed: { receipt: 5 } })),
      /data.receipt is not a text/,
    ],
    [
      'sells without a receipt',
      'subscription',
      shell => shell.on('subscription', () => ({ malformed: {} })),
      /data.receipt is not a text/,
    ],
    [
      'signs in without a token',
      'login',
      shell => shell.on('login', () => ({ malformed: { login_type: 'facebook' } })),
      /data.token is not a text/,
    ],
    [
      'gives no picture',
      'takePhoto',
      shell => shell.on('takePhoto', () => succeed({ pictures: {} })),
      /data.pictures is empty/,
    ],
    [
      'gives text that is no picture',
      'takePhoto',
      shell => shell.on('takePhoto', () => succeed({ pictures: { 0: 'aGVsbG8=' } })),
      /not base64 of a known picture/,
    ],
    [
      'counts pictures from 1',
      'takePhoto',
      shell => shell.on('takePhoto', () => succeed({ pictures: { 1: '/9j/4AAQ' } })),
      /is "1" where "0" is expected/,
    ],
    [
      'gives more than were asked for',
      'importPicture',
      shell => shell.on('importPicture', () => succeed({ pictures: { 0: '/9j/4AAQ', 1: '/9j/4AAQ' } })),
      /2 pictures, 1 were asked for/,
    ],
    [
      'breaks base64 into lines',
      'importPicture',
      shell => shell.on('importPicture', () => succeed({ pictures: { 0: '/9j/\n4AAQ' } })),
      /white space/,
    ],
    [
      'loses the quotes of what it keeps',
      'readCache',
      shell =>
        shell.on('writeCache', ({ key, value }) => {
          shell.cache.set(key, value.replaceAll('"', ''));
          return succeed({});
        }),
      /where .* was written/,
    ],
    [
      'forgets what it keeps',
      'readCache',
      shell => shell.on('readCache', () => succeed({ value: null })),
      /the key holds null where/,
    ],
    [
      'refuses to delete an unknown key',
      'deleteCache',
      shell => shell.on('deleteCache', () => ({ code: 2, message: 'No such key' })),
      /deleteCache is never refused/,
    ],
    [
      'does not know a method',
      'share',
      shell => shell.on('share', () => ({ code: 404, message: '' })),
      /does not know it/,
    ],
    [
      'says everything worked',
      'A method that does not exist',
      shell => shell.on('noSuchMethod' as 'share', () => succeed({})),
      /replied to with code 0/,
    ],
    [
      'gives a code as text',
      'restore',
      shell => shell.on('restore', () => ({ code: '2' as unknown as number, message: '' })),
      /code is not a number, but string/,
    ],
  ];
  for (const [what, title, spoil, why] of wrong) {
    test(`one that ${what} fails ${title}`, async ({ page, shell }) => {
      spoil(shell);
      const line = (await check(page, title)).get(title);
      expect(line).toMatch(/^FAILED/);
      expect(line).toMatch(why);
    });
  }

  test('a refusal proves nothing, and silence is told as silence', async ({ page, shell }) => {
    shell.refuseNext('share', { code: 1, message: '' });
    shell.keepSilent('login');
    await page.goto('/sandbox/bridge-check');
    await press(page, 'share');
    await page.getByRole('button', { name: 'login', exact: true }).click();
    await expect.poll(() => shell.callsOf('login').length).toBe(1);
    const found = await linesOf(page);
    expect(found.get('share')).toContain('open: refused with code 1');
    expect(found.get('login')).toBe('open: no reply yet');
  });

  test('a second reply, an unknown seq, what is no JSON or no text are each named', async ({ page }) => {
    await check(page, 'share');
    await page.evaluate(() => {
      const receive = window.tyyBridge?.receive as (json: unknown) => void;
      const last = document.querySelector('#messages li')?.textContent?.match(/"seq":(\d+)/)?.[1];
      receive(`{"seq":${last},"code":0,"message":"","data":{}}`);
      receive('{"seq":7,"code":0}');
      receive('{"seq":');
      receive({ seq: 7 });
      receive('{"seq":"7","code":0}');
    });
    const problems = page.getByRole('status');
    await expect(problems).toContainText('share had a second reply');
    await expect(problems).toContainText('a reply came for seq 7, which no call had');
    await expect(problems).toContainText('a reply is not JSON');
    await expect(problems).toContainText('receive was called with object');
    await expect(problems).toContainText('no numeric seq');
    await press(page, 'One reply a call');
    expect((await linesOf(page)).get('One reply a call')).toMatch(/^FAILED/);
  });
});
