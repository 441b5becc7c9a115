import type { FastifyInstance } from 'fastify';
import { noteAudit } from '../db/note-audit.ts';
import { callerOf } from '../http/caller.ts';
import { serveCall } from '../http/serve-call.ts';
import { type ErasureParts, eraseAccount, eraseAllPics } from './erase-account.ts';

export async function erasureRoutes(app: FastifyInstance, parts: ErasureParts): Promise<void> {
  serveCall(app, 'deleteAllPics', async request => {
    await eraseAllPics(parts, callerOf(request));
    return null;
  });

  serveCall(app, 'deleteAccount', async request => {
    const userId = callerOf(request);
    await eraseAccount(parts, userId, tx =>
      noteAudit(tx, {
        time: new Date(parts.clock()),
        source: 'user',
        doneBy: userId,
        action: 'account delete',
        subject: userId,
        reason: '',
        before: {},
        after: { deleted: true },
      }),
    );
    return null;
  });
}
