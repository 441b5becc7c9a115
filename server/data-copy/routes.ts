import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { lockUser } from '../accounts/lock-user.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { hashOf } from '../accounts/tokens.ts';
import type { Database } from '../db/database.ts';
import { Busy, notFound } from '../http/api-error.ts';
import { AtOnce } from '../http/at-once.ts';
import { callerOf, tokenOf } from '../http/caller.ts';
import { callerGone } from '../http/caller-gone.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { zipOfUser } from './zip-of-user.ts';

/** What copies need. */
export interface DataCopyParts {
  db: Database;
  clock: () => number;
  store: ObjectStore;
  sessions: Sessions;
}

const day = 24 * 60 * 60_000;

/** Copies that are being sent at the same time, each with one file in memory. */
const mostAtOnce = { ofOne: 1, inAll: 4 };

/** Seconds after which there may be room. */
const tryAgainIn = 30;

/** Gives a user an address at which they get a copy of their data; the one of before ends. */
export async function dataCopyRoutes(app: FastifyInstance, { db, clock }: DataCopyParts): Promise<void> {
  serveCall(app, 'createDataCopy', async request => {
    const user_id = callerOf(request);
    const secret = randomBytes(24).toString('base64url');
    const expires = clock() + day;
    const row = {
      secret_hash: hashOf(secret),
      session: hashOf(tokenOf(request) ?? ''),
      expire_time: new Date(expires),
    };
    await db.query.transaction().execute(async tx => {
      // The account may be deleted at this very moment.
      await lockUser(tx, user_id);
      await tx
        .insertInto('data_copies')
        .values({ user_id, ...row })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
        .execute();
    });
    return { url: `${originOf(request)}/data-copy/${secret}.zip`, expire_time: Math.floor(expires / 1000) };
  });
}

/** Sends the copy, made as it is sent: 404 once the day is over, the user has signed out, or the account is gone. */
export async function dataCopies(app: FastifyInstance, parts: DataCopyParts): Promise<void> {
  const { db, clock, sessions } = parts;
  const sending = new AtOnce(mostAtOnce);

  app.get<{ Params: { secret: string } }>('/data-copy/:secret.zip', async (request, reply) => {
    const found = await db.query
      .selectFrom('data_copies')
      .select(['user_id', 'session'])
      .where('secret_hash', '=', hashOf(request.params.secret))
      .where('expire_time', '>', new Date(clock()))
      .executeTakeFirst();
    if (!found || (await sessions.findUserOf(found.session)) !== found.user_id) throw notFound();
    const end = sending.begin(found.user_id);
    if (!end) throw new Busy('tooManyRequests', 'error.copies-waiting', tryAgainIn);
    const gone = callerGone(reply);
    // They may have hung up while the address was looked up.
    if (gone.aborted) end();
    else gone.addEventListener('abort', end);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(Readable.from(zipOfUser(parts, found.user_id)));
  });
}

/** Removes the addresses whose day is over. */
export async function removeOldCopies({ db, clock }: Pick<DataCopyParts, 'db' | 'clock'>): Promise<void> {
  await db.query.deleteFrom('data_copies').where('expire_time', '<=', new Date(clock())).execute();
}
