import type { ApiApp } from '../http/api-app.ts';
import { originOf } from '../http/origin.ts';
import { languageOf } from '../http/text.ts';
import type { Services } from '../services.ts';
import { checkRedirect, DialogAnswer, DialogQuery, dialogResult, renderLoginDialog } from './login-dialog.ts';
import { pageHeaders } from './page.ts';

/** What stands in for the outside world while no real provider is configured. */
export async function sandboxRoutes(app: ApiApp, { config }: Services): Promise<void> {
  app.get('/sandbox/login', { schema: { querystring: DialogQuery } }, async (request, reply) => {
    checkRedirect(request.query.redirect_uri, originOf(request), config.corsOrigins);
    const html = renderLoginDialog(request.query, languageOf(request.headers['accept-language']));
    return reply.headers(pageHeaders(html, config.corsOrigins)).send(html);
  });

  app.get('/sandbox/login/answer', { schema: { querystring: DialogAnswer } }, async (request, reply) => {
    checkRedirect(request.query.redirect_uri, originOf(request), config.corsOrigins);
    return reply.header('cache-control', 'no-store').redirect(dialogResult(request.query), 303);
  });
}
