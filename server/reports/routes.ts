import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { serveCall } from '../http/serve-call.ts';
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
