import { expect, test } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

const languages = ['en', 'zh'] as const;

for (const path of ['privacy', 'term'] as const) {
  test(`${path} opens without signing in, in both languages, with the same sections`, async () => {
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
