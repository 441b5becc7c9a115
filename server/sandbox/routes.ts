import { type Static, Type } from 'typebox';
import { type Identity, longestName } from '../accounts/login.ts';
import { wrongParameter } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import type { ApiApp } from '../http/serve-call.ts';
import { type Language, languageOf, type SentenceKey, sentenceIn } from '../languages/languages.ts';
import { shellRoutes } from './shell/shell-routes.ts';

const DialogQuery = Type.Object({
  client_id: Type.String({ maxLength: 200 }),
  redirect_uri: Type.String({ maxLength: 2048 }),
  state: Type.Optional(Type.String({ maxLength: 1024 })),
  response_type: Type.Literal('token'),
});

const DialogChoice = Type.Object({
  redirect_uri: Type.String({ maxLength: 2048 }),
  state: Type.Optional(Type.String({ maxLength: 1024 })),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  choice: Type.Union([Type.Literal('sign-in'), Type.Literal('cancel')]),
});

interface SandboxParts {
  config: { corsOrigins: string[] };
}

/** Pages that stand in for sign-in providers and the native app if no real provider is configured. */
export async function sandboxRoutes(app: ApiApp, { config }: SandboxParts): Promise<void> {
  await app.register(shellRoutes);

  app.get('/sandbox/login', { schema: { querystring: DialogQuery } }, async (request, reply) => {
    checkReturn('redirect_uri', request.query.redirect_uri, request, config);
    const html = renderLoginDialog(request.query, languageOf(request.headers['accept-language']));
    return reply.headers(pageHeaders(html, config.corsOrigins)).send(html);
  });

  app.get('/sandbox/login/choice', { schema: { querystring: DialogChoice } }, async (request, reply) => {
    checkReturn('redirect_uri', request.query.redirect_uri, request, config);
    return reply.header('cache-control', 'no-store').redirect(dialogResult(request.query), 303);
  });
}

function renderLoginDialog(query: Static<typeof DialogQuery>, language: Language): string {
  const say = (key: SentenceKey) => escapeHtml(sentenceIn(language, key));
  return renderPage({
    language,
    title: sentenceIn(language, 'login.title'),
    card: `<p>${say('login.intro')}</p>
<form action="/sandbox/login/choice" method="get">
<input type="hidden" name="redirect_uri" value="${escapeHtml(query.redirect_uri)}">
${query.state === undefined ? '' : `<input type="hidden" name="state" value="${escapeHtml(query.state)}">`}
<label for="name">${say('login.name')}</label>
<input id="name" name="name" required maxlength="${longestName}" autocomplete="nickname" autofocus>
<button name="choice" value="sign-in">${say('login.sign-in')}</button>
<button class="plain" name="choice" value="cancel" formnovalidate>${say('login.cancel')}</button>
</form>`,
  });
}

/** Address that leads back to the app, with a token or an error in its fragment. */
function dialogResult(given: Static<typeof DialogChoice>): string {
  const fragment = new URLSearchParams();
  if (given.choice === 'cancel') {
    fragment.set('error', 'access_denied');
  } else {
    const name = readName(given.name ?? '');
    if (name === null) throw wrongParameter('name', 'parameter.length', { most: longestName });
    fragment.set('access_token', sandboxToken(name));
  }
  if (given.state !== undefined) fragment.set('state', given.state);

  const target = new URL(given.redirect_uri);
  target.hash = fragment.toString();
  return target.href;
}

const tokenStart = 'sandbox:';

/** Normalizes a user's name. Null unless it has 1 to 40 characters and no control characters. */
function readName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const usable = name !== '' && [...name].length <= longestName && !/\p{Cc}/u.test(name);
  return usable ? name : null;
}

function sandboxToken(name: string): string {
  return tokenStart + name;
}

/** Identity from a token of the sandbox's sign-in dialog, which accepts any name. Null for other tokens. */
export async function sandboxLogin(token: string): Promise<Identity | null> {
  if (!token.startsWith(tokenStart)) return null;
  const name = readName(token.slice(tokenStart.length));
  return name === null ? null : { name, nickname: name, avatar: '' };
}

interface Page {
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
