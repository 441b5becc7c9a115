import type { ApiApp } from '../http/api-app.ts';
import { checkReturn } from '../http/origin.ts';
import { languageOf } from '../languages/languages.ts';
import { DialogChoice, DialogQuery, dialogResult, renderLoginDialog } from './login-dialog.ts';
import { pageHeaders } from './page.ts';
import { shellRoutes } from './shell/shell-routes.ts';

/** What the sandbox needs; `corsOrigins` may be returned to. */
export interface SandboxParts {
  config: { corsOrigins: string[] };
}

/** What stands in for sign-in and for the native app while no real provider is configured. */
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
