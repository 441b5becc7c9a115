import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Value from 'typebox/value';
import { ReportReason } from '../contract/share-cards.ts';
import type { ApiApp } from '../http/api-app.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { addressOf, callerOf } from '../http/caller.ts';
import { serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import { findPicOfCard } from '../share-cards/cards.ts';
import { renderReportPage, reportPageHeaders } from './report-page.ts';
import { type ReportParts, reportPicture } from './report-picture.ts';

export async function reportRoutes(app: FastifyInstance, parts: ReportParts): Promise<void> {
  serveCall(app, 'reportPic', async request => {
    const userId = callerOf(request);
    const { pic_id: picId, generate_id, reason, words = '' } = request.body;
    const own = await parts.db.query
      .selectFrom('pics')
      .select('pic_id')
      .where('pic_id', '=', picId)
      .where('generate_id', '=', generate_id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) throw notFound();
    return { receipt: await reportPicture(parts, { picId, caller: `user ${userId}`, reason, words }) };
  });
}

/** Pages on which anyone can report a public picture, without an account and without JavaScript. */
export async function reportPages(app: ApiApp, parts: ReportParts): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get<{ Params: { id: string } }>('/share/:id/report', async (request, reply) => {
    const found = await findPicOfCard(parts.db, request.params.id);
    return send(request, reply, found ? { state: 'asked' } : { state: 'gone' });
  });

  app.post<{ Params: { id: string }; Body: Record<string, string> | null }>(
    '/share/:id/report',
    async (request, reply) => {
      const found = await findPicOfCard(parts.db, request.params.id);
      if (!found) return send(request, reply, { state: 'gone' });
      const { reason, words = '' } = request.body ?? {};
      // The database cannot store the NUL character.
      const isUsable = Value.Check(ReportReason, reason) && words.length <= 500 && !words.includes('\0');
      if (!isUsable) return send(request, reply, { state: 'asked' }, 400);
      try {
        const caller = `address ${addressOf(request)}`;
        const receipt = await reportPicture(parts, { picId: found.picId, caller, reason, words });
        return send(request, reply, { state: 'done', receipt });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return send(request, reply, { state: 'refused', text: error.text }, error.statusCode);
      }
    },
  );
}

type Shown = Parameters<typeof renderReportPage>[1];

function send(request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200) {
  const html = renderReportPage(languageOf(request.headers['accept-language']), shown);
  return reply
    .code(shown.state === 'gone' ? 404 : status)
    .headers(reportPageHeaders(html))
    .send(html);
}
