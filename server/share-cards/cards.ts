import { randomBytes } from 'node:crypto';
import { lockUser } from '../accounts/user.ts';
import type { Database, DbAndClock, Queryable } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';

interface OwnPic {
  userId: string;
  generateId: string;
  picId: string;
}

export interface Card {
  card_id: string;
  pic_id: string;
  isHidden: boolean;
}

export async function createCard({ db, clock }: DbAndClock, own: OwnPic): Promise<Card> {
  return db.query.transaction().execute(async tx => {
    // Lock the user, so that their data cannot be deleted at the same time.
    await lockUser(tx, own.userId);
    const { pic_id } = await findPic(tx, own);
    const card_id = randomBytes(24).toString('base64url');
    await tx
      .insertInto('share_cards')
      .values({ card_id, pic_id, create_time: new Date(clock()) })
      .onConflict(conflict => conflict.column('pic_id').doNothing())
      .execute();
    return cards(tx).where('share_cards.pic_id', '=', pic_id).executeTakeFirstOrThrow();
  });
}

export async function deleteCard(db: Database, own: OwnPic): Promise<void> {
  const { pic_id } = await findPic(db.query, own);
  await db.query.deleteFrom('share_cards').where('pic_id', '=', pic_id).execute();
}

const cards = (db: Queryable) =>
  db
    .selectFrom('share_cards')
    .innerJoin('pics', 'pics.pic_id', 'share_cards.pic_id')
    .select(['card_id', 'share_cards.pic_id'])
    .select(eb => eb('review', '=', 'hidden').$castTo<boolean>().as('isHidden'));

export function listCards(db: Database, { userId, generateId }: Omit<OwnPic, 'picId'>): Promise<Card[]> {
  return cards(db.query)
    .where('user_id', '=', userId)
    .where('generate_id', '=', generateId)
    .orderBy('position')
    .execute();
}

export interface PublicPic {
  picId: string;
  key: string;
  templateId: number;
}

/** The pic of a card. Null if the card does not exist, or if the pic is hidden after reports. */
export async function findPicOfCard(db: Database, cardId: string): Promise<PublicPic | null> {
  // Reject ids that the database cannot store, for example with NUL.
  if (!/^[\w-]{32}$/.test(cardId)) return null;
  const found = await db.query
    .selectFrom('share_cards')
    .innerJoin('pics', 'pics.pic_id', 'share_cards.pic_id')
    .innerJoin('jobs', 'jobs.generate_id', 'pics.generate_id')
    .select(['pics.pic_id as picId', 'key', 'template_id as templateId'])
    .where('card_id', '=', cardId)
    .where('review', '!=', 'hidden')
    .executeTakeFirst();
  return found ?? null;
}

function findPic(db: Queryable, { userId, generateId, picId }: OwnPic): Promise<{ pic_id: string }> {
  return db
    .selectFrom('pics')
    .select('pic_id')
    .where('pic_id', '=', picId)
    .where('generate_id', '=', generateId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(notFound);
}
