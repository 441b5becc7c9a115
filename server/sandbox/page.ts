import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import type { Language } from '../languages/languages.ts';
import { sentenceIn } from '../languages/sentence.ts';

/** `card` is the HTML inside the page's single card. */
export interface Page {
  language: Language;
  title: string;
  card: string;
}

const style = `body { align-content: center; justify-items: center; gap: 16px; }
main { width: 100%; max-width: 400px; padding: 24px; border-radius: 16px; background: var(--surface); box-shadow: 0 8px 32px rgb(31 25 20 / 0.1); }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25; }
p { margin: 0 0 24px; color: var(--quiet); }
label { display: block; margin-bottom: 8px; font-weight: 600; }
input, button { width: 100%; min-height: 52px; border-radius: 12px; font: inherit; }
input { margin-bottom: 24px; padding: 0 16px; border: 1px solid var(--line); background: var(--ground); color: var(--ink); }
button { border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
button:active { opacity: 0.85; }
button.plain { margin-top: 8px; background: transparent; color: var(--quiet); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; margin: 16px 0 24px; }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; text-align: end; }
footer { max-width: 400px; color: var(--quiet); font-size: 14px; text-align: center; }
`;

export function renderPage({ language, title, card }: Page): string {
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
${card}
</main>
<footer>${escapeHtml(sentenceIn(language, 'sandbox.note'))}</footer>`;
  return renderHtml({ language, title, robots: 'noindex', style, body });
}

/** The page's form may redirect to our own origin and to `origins`. */
export function pageHeaders(html: string, origins: string[]): Record<string, string> {
  const policy = { 'img-src': ["'self'"], 'form-action': ["'self'", ...origins] };
  return { ...htmlHeaders(html, policy), 'cache-control': 'no-store' };
}
