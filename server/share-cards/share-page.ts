import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import type { Language, SentenceKey } from '../languages/languages.ts';
import { sentenceIn } from '../languages/sentence.ts';

/**
 * The page behind a public link. Shows the card; if `card` is null, says that the picture is gone. Links to the app.
 */
export interface SharePage {
  language: Language;
  card: string | null;
  template: string;
  app: string;
  report: string;
}

const style = `body { place-items: center; text-align: center; }
main { display: grid; gap: 16px; width: 100%; max-width: 400px; }
img { display: block; width: min(100%, 46dvh); height: auto; margin: 0 auto; border-radius: 16px; box-shadow: 0 8px 32px rgb(31 25 20 / 0.16); }
h1 { margin: 0; font-size: 24px; line-height: 1.25; text-wrap: balance; }
p { margin: 0; color: var(--quiet); text-wrap: balance; }
main > a { display: grid; place-items: center; min-height: 52px; padding: 8px 24px; border-radius: 999px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
small a { color: var(--quiet); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

export function renderSharePage({ language, card, template, app, report }: SharePage): string {
  const say = (key: SentenceKey) => escapeHtml(sentenceIn(language, key));
  const title = sentenceIn(language, titleKeyOf(card, template), { template });
  const text = say(card ? 'share.text' : 'share.gone-text');
  const picture = say('share.picture');
  const previews = card
    ? `<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${text}">
<meta property="og:site_name" content="${say('preview.title')}">
<meta property="og:image" content="${escapeHtml(card)}">
<meta property="og:image:alt" content="${picture}">
<meta name="twitter:card" content="summary_large_image">
`
    : '';
  const body = `<main>
${card ? `<img src="${escapeHtml(card)}" alt="${picture}">\n` : ''}<h1>${escapeHtml(title)}</h1>
<p>${text}</p>
<a href="${escapeHtml(app)}">${say('share.button')}</a>
${card ? `<small><a href="${escapeHtml(report)}">${say('report.title')}</a></small>` : ''}
</main>`;
  return renderHtml({
    language,
    title,
    robots: 'noindex, nofollow, noimageindex',
    head: previews,
    style,
    body,
  });
}

function titleKeyOf(card: string | null, template: string): SentenceKey {
  if (!card) return 'share.gone';
  return template ? 'share.title-of' : 'share.title';
}

export function sharePageHeaders(html: string): Record<string, string> {
  return { ...unlisted, ...htmlHeaders(html, { 'img-src': ["'self'"], 'form-action': ["'none'"] }) };
}

/** Headers of public pages that users can withdraw: no caching, no search index, no referrer. */
export const unlisted = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noimageindex',
  'referrer-policy': 'no-referrer',
};
