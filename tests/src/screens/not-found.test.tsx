import { expect, test } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

test.each(['/%74erm', '/term/', '/Term', '/term%EF%BC%8C%E5%BF%AB', '/term).'])(
  'the address %s opens the terms',
  async address => {
    const page = await renderAt(`${address}?from=a%2Db#top`);
    await page.findByRole('heading', { level: 1, name: 'Terms of service' });
    expect(location.href).toMatch(/\/tyy\/term\?from=a%2Db#top$/);
  },
);

test('the address /index.html opens Home', async () => {
  const page = await renderAt('/index.html');
  await page.findByRole('heading', { level: 1, name: 'Portraits of you' });
  expect(location.pathname).toBe('/tyy/');
});

test.each(['/%', '/term%2F', '/%2Fterm', '/term%00', '/%5Cterm'])(
  'the address %s opens no screen',
  async address => {
    const page = await renderAt(address);
    await page.findByRole('heading', { level: 1, name: 'Page not found' });
  },
);

const languages = ['en', 'zh'] as const;

for (const path of ['privacy', 'term'] as const) {
  test(`the legal text /${path} opens without a sign-in and has equally many sections in both languages`, async () => {
    const counts: number[] = [];
    for (const language of languages) {
      localStorage.setItem('tyy.language', language);
      const screen = await renderAt(`/${path}`);
      await screen.findByText(language === 'en' ? /^Last updated/ : /^最近更新/);
      counts.push(screen.getAllByRole('heading', { level: 2 }).length);
    }
    expect(counts[0]).toBeGreaterThan(9);
    expect(counts[0]).toBe(counts[1]);
  });
}
