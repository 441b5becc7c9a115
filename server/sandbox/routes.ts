import { type Static, Type } from 'typebox';
import { type Identity, longestName } from '../accounts/login.ts';
import type { ApiApp } from '../http/api-app.ts';
import { wrongParameter } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { escapeHtml } from '../http/render-html.ts';
import { type Language, languageOf, type SentenceKey } from '../languages/languages.ts';
import { sentenceIn } from '../languages/sentence.ts';
import { pageHeaders, renderPage } from './page.ts';
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

export interface SandboxParts {
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
