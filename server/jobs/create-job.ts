import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import { loadUser, photosPrefix, vipLevelOf } from '../accounts/user.ts';
import type { Queryable } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { JobsTable } from '../db/schema.ts';
import { notFound, wrongParameter } from '../http/api-error.ts';
import { move, notEnoughCoins } from '../money/ledger.ts';
import type { Services } from '../services.ts';
import { jobStatus } from './status.ts';

/** What a person wishes for; `idempotencyKey` makes a repeated wish answer the job of the first one. */
export interface JobWish {
  userId: string;
  templateId: number;
  styleId: number;
  photoAddresses: string[];
  idempotencyKey: string | null;
}

/** Creates a job, holds its coins and queues it, all or nothing; refuses with 2218020 when coins are short. */
export async function createJob(services: Services, wish: JobWish): Promise<Selectable<JobsTable>> {
  if (!services.templates.some(template => template.id === wish.templateId)) {
    throw wrongParameter('template_id', 'names no template');
  }
  const before = await findEarlier(services.db.query, wish);
  if (before) return before;
  // What costs nothing comes first: nobody has photos checked whose job could not be made anyway.
  await requireCoins(services, wish.userId);
  const photos = photoKeys(services, wish);
  await services.photoChecks.check(wish.userId, photos);

  const job = await services.db.query.transaction().execute(async tx => {
    const user = await lockUser(tx, wish.userId);
    const earlier = await findEarlier(tx, wish);
    if (earlier) return earlier;

    const now = services.clock();
    const time = new Date(now);
    const held = vipLevelOf(user, now) > 0 ? 0 : services.config.generateCost;
    const created = await tx
      .insertInto('jobs')
      .values({
        generate_id: newId(),
        train_id: newId(),
        user_id: wish.userId,
        template_id: wish.templateId,
        style_id: wish.styleId,
        photos,
        seed: randomInt(2 ** 31),
        held,
        idempotency_key: wish.idempotencyKey,
        status: jobStatus.toBeAudited,
        create_time: time,
      })
      .returningAll()
      .executeTakeFirstOrThrow();

    if (held > 0) {
      const { generate_id: reference } = created;
      await move(tx, { userId: wish.userId, change: -held, reason: 'hold', reference, time });
    }
    await services.queue.add(tx, created.generate_id);
    return created;
  });

  services.queue.wake();
  return job;
}

async function requireCoins({ db, clock, config }: Services, userId: string): Promise<void> {
  const user = await loadUser(db.query, userId);
  if (vipLevelOf(user, clock()) === 0 && user.coins < config.generateCost) throw notEnoughCoins();
}

/** The keys of the photos, each below the user's own prefix. */
function photoKeys({ space }: Services, wish: JobWish): string[] {
  return wish.photoAddresses.map((address, index) => {
    const key = space.keyOf(address);
    if (key === null)
      throw wrongParameter(`resource_pics.${index}`, 'is not an address of an uploaded photo');
    if (!key.startsWith(photosPrefix(wish.userId))) throw notFound();
    return key;
  });
}

async function findEarlier(db: Queryable, wish: JobWish): Promise<Selectable<JobsTable> | undefined> {
  if (wish.idempotencyKey === null) return undefined;
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', wish.userId)
    .where('idempotency_key', '=', wish.idempotencyKey)
    .executeTakeFirst();
}
