import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { sql } from 'kysely';
import { hashOf, type Sessions } from '../accounts/sessions.ts';
import { lockUser, photosPrefix, picsPrefix } from '../accounts/user.ts';
import { type Database, type DbAndClock, deleteOld, type Queryable } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import { callerOf, tokenOf } from '../http/caller.ts';
import { bounds, SentBodies } from '../http/limits/limiters.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Maximum size of the pictures in a ZIP, in bytes. Without ZIP64, the format is limited to 4 GB. */
const mostBytes = 3_000_000_000;

/** Bytes per piece of a download. Its speed is measured piece by piece. */
const pieceLength = 65_536;

interface DataCopyParts extends DbAndClock {
  store: ObjectStore;
  sessions: Sessions;
}

const day = 24 * 60 * 60_000;

/** Downloads with fewer bytes per second (after `grace` ms) are closed. Even a 50 kbit/s connection has 6,000. */
const leastPace = { slowest: 1_000, grace: 30_000 };

/** Issues an address from which the user can download their data. Invalidates the previous address. */
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
      // Lock the user; throws if the account is being deleted.
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

/** 404 if the address is over a day old, the user has signed out, or the account is gone. */
export async function dataCopies(app: FastifyInstance, parts: DataCopyParts): Promise<void> {
  const { db, clock, sessions } = parts;
  const sent = new SentBodies({ ...bounds.sentCopies, ...leastPace });
  const ofUsers = new Map<string, Readable>();

  app.get<{ Params: { secret: string } }>('/data-copy/:secret.zip', async (request, reply) => {
    const found = await db.query
      .selectFrom('data_copies')
      .select(['user_id', 'session'])
      .where('secret_hash', '=', hashOf(request.params.secret))
      .where('expire_time', '>', new Date(clock()))
      .executeTakeFirst();
    if (!found || (await sessions.findUserOf(found.session)) !== found.user_id) throw notFound();
    const { user_id } = found;
    const copy = Readable.from(zipOfUser(parts, user_id));
    // End the user's earlier download: when a connection is lost, the phone notices it first and downloads again.
    ofUsers.get(user_id)?.destroy();
    ofUsers.set(user_id, copy);
    copy.once('close', () => {
      if (ofUsers.get(user_id) === copy) ofUsers.delete(user_id);
    });
    sent.add(copy, reply);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(copy);
  });
}

export async function removeOldCopies({ db, clock }: Pick<DataCopyParts, 'db' | 'clock'>): Promise<void> {
  await deleteOld(db.query, 'data_copies', sql`expire_time <= ${new Date(clock())}`);
}

/** A ZIP of all data about a user, streamed one file at a time. Leaves out files that are deleted. */
export async function* zipOfUser(
  { db, store }: { db: Database; store: ObjectStore },
  userId: string,
  most = mostBytes,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  async function* add(name: string, bytes: AsyncIterable<Uint8Array> | Uint8Array[]) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    try {
      for await (const piece of bytes) {
        for (let from = 0; from < piece.length; from += pieceLength) {
          file.push(piece.subarray(from, from + pieceLength));
          yield* taken();
        }
      }
    } catch {
      // The file is gone or damaged: skip its rest and list it as left out.
      leftOut.push(name);
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  function taken(): Uint8Array[] {
    const made = pieces;
    pieces = [];
    return made;
  }

  const leftOut: string[] = [];
  const rows = await describeUser(db.query, userId);
  yield* add('data.json', [strToU8(JSON.stringify(rows, null, 2))]);
  let room = most;
  for await (const { name, key } of filesOf({ db, store }, userId)) {
    const object = await store.read(key);
    if (!object) continue;
    room -= object.size;
    if (room >= 0) yield* add(name, object.bytes);
    else leftOut.push(name);
    object.bytes.destroy();
  }
  if (leftOut.length > 0) yield* add('left-out.txt', [strToU8(leftOut.join('\n'))]);
  zip.end();
  yield* pieces;
}

async function* filesOf(
  { db, store }: { db: Database; store: ObjectStore },
  userId: string,
): AsyncGenerator<{ name: string; key: string }> {
  const photos = photosPrefix(userId);
  for await (const { key } of store.list(photos)) yield { name: `photos/${key.slice(photos.length)}`, key };
  const pics = await db.query.selectFrom('pics').select('key').where('user_id', '=', userId).execute();
  for (const { key } of pics) yield { name: `pictures/${key.slice(picsPrefix(userId).length)}`, key };
}

/** All database rows about a user, except purely technical rows. Null if the account is gone. */
async function describeUser(db: Queryable, userId: string): Promise<object | null> {
  const account = await db
    .selectFrom('users')
    .select([
      'user_id',
      'login_type',
      'login_name',
      'nickname',
      'avatar',
      'coins',
      'vip_level',
      'vip_expire_time',
      'consent_version',
      'support_until',
      'create_time',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!account) return null;
  const ledger = await db
    .selectFrom('coin_statements')
    .select(['time', 'change', 'remaining', 'reason', 'reference'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select([
      'order_id',
      'product_id',
      'amount',
      'status',
      'provider',
      'receipt',
      'create_time',
      'paid_time',
      'returned_amount',
    ])
    .where('user_id', '=', userId)
    .orderBy('create_time')
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select([
      'generate_id',
      'template_id',
      'style_id',
      'language',
      'photos',
      'status',
      'refuse_reasons',
      'create_time',
      'end_time',
    ])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  const pictures = await db
    .selectFrom('pics')
    .leftJoin('share_cards', 'share_cards.pic_id', 'pics.pic_id')
    .select([
      'pics.pic_id',
      'generate_id',
      'key',
      'width',
      'height',
      'share_cards.create_time as public_since',
    ])
    .where('user_id', '=', userId)
    .orderBy('generate_id')
    .orderBy('position')
    .execute();
  const sessions = await db
    .selectFrom('tokens')
    .select('expire_time')
    .where('user_id', '=', userId)
    .execute();
  const devices = await db
    .selectFrom('push_requests')
    .innerJoin('jobs', 'jobs.generate_id', 'push_requests.generate_id')
    .select(['push_requests.generate_id', 'endpoint', 'push_requests.language', 'push_requests.create_time'])
    .where('user_id', '=', userId)
    .execute();
  const done = await db
    .selectFrom('audit')
    .select(['time', 'source', 'action', 'after'])
    .where('subject', '=', userId)
    .orderBy('id')
    .execute();
  return { account, ledger, orders, jobs, pictures, sessions, devices, done };
}
