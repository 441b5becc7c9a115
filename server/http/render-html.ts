import { type Language, languages } from '../languages/languages.ts';
import { hashesOf, type Policy, policyHeader } from './security-headers.ts';

/** A page without scripts, rendered on the server. Only the title is escaped; all other fields must be safe HTML. */
export interface HtmlPage {
  language: Language;
  title: string;
  robots: string;
  /** Additional elements for the head, each ending with a line feed. */
  head?: string;
  style: string;
  body: string;
}

/** The app's colours (src/tokens.css) except `--line`, light and dark, and similar fonts. */
const base = `
:root { color-scheme: light dark; --ground: #faf6f1; --surface: #fff; --ink: #1f1914; --quiet: #6b6057; --line: #8f8378; --accent: #c7361b; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #15110e; --surface: #211b17; --ink: #f5efe8; --quiet: #b3a79b; --line: #877b70; --accent: #ff7a5c; --on-accent: #2a0d05; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif; }
`;

export function renderHtml({ language, title, robots, head = '', style, body }: HtmlPage): string {
  const { lang } = languages.find(({ code }) => code === language) ?? languages[0];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="${robots}">
${head}<link rel="icon" href="/tyy/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style>${base}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Escapes text for HTML and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** Headers for a rendered page that may load only what `policy` allows. */
export function htmlHeaders(html: string, policy: Policy): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyHeader({
      'default-src': ["'none'"],
      'style-src': hashesOf(html, 'style'),
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      ...policy,
    }),
  };
}
