import { expect, signInPages, test } from '../support/story.ts';

test.describe('a page with an error', () => {
  // The story throws an error on purpose.
  test.use({ problems: async ({ page: _page }, use) => use([]) });

  test('a hidden page reports its error’s class and its speed', async ({ page, context, user }) => {
    await signInPages(context, user);
    await page.addInitScript(() => {
      Math.random = () => 0;
    });
    const chunk = page.waitForResponse(/\/assets\/send-client-events-/);
    await page.goto('/tyy/personal-center');
    await (await chunk).finished();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('Anna 13800138000 token=abc');
      });
    });
    const sent = page.waitForRequest(/\/v1\/clientReport$/);
    // Repeated, because on a busy machine the page may not know yet that the server accepts client events.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 500);
    });
    const request = await sent;

    const report = JSON.parse(request.postData() ?? '');
    expect(report).toMatchObject({
      host: 'browser',
      screen: 'personal-center',
      vitals: { lcp: expect.any(Number) },
      errors: [{ name: 'RangeError', place: 'page' }],
    });
    expect(request.postData()).not.toContain('Anna');
    expect((await request.response())?.status()).toBe(204);
  });
});
