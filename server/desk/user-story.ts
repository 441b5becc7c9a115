import { tokenLife } from '../accounts/sessions.ts';
import { photosPrefix } from '../accounts/user.ts';
import type { Stored } from '../db/schema.ts';
import { defaultLanguage, sentenceIn } from '../languages/languages.ts';
import type { Reason } from '../money/ledger.ts';
import { jobState } from './find-user.ts';
import { parkedOf, parkedWords } from './parked.ts';
import { type DeskParts, momentCell, type Row } from './verb.ts';

interface Event {
  time: Date;
  what: string;
  /** Id of the affected job, order or other object, as other verbs accept it. */
  about: string;
  coins?: number;
  balance?: number;
}

/** A user's history, oldest event first. Includes the texts that the user saw. */
export async function userStory(parts: DeskParts, user: Stored<'users'>): Promise<Row[]> {
  const { query } = parts.db;
  const userId = user.user_id;
  const jobs = await query.selectFrom('jobs').selectAll().where('user_id', '=', userId).execute();
  const orders = await query.selectFrom('orders').selectAll().where('user_id', '=', userId).execute();
  const parked = await parkedOf(
    query,
    orders.map(({ order_id }) => order_id),
  );
  const tokens = await query.selectFrom('tokens').selectAll().where('user_id', '=', userId).execute();
  const statements = await query
    .selectFrom('coin_statements')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const audited = await query.selectFrom('audit').selectAll().where('subject', '=', userId).execute();

  const events: Event[] = [
    { time: user.create_time, what: `account created by ${user.login_type}`, about: userId },
    ...tokens.map(({ expire_time }) => ({
      time: new Date(expire_time.getTime() - tokenLife),
      what: 'signed in',
      about: '',
    })),
    ...(await photosGiven(parts, userId)),
    ...jobs.flatMap(job => eventsOfJob(parts, job)),
    ...orders.flatMap(eventsOfOrder),
    ...parked.map(payment => ({
      time: payment.time,
      what: parkedWords(payment),
      about: payment.receipt,
    })),
    ...statements.map(({ time, change, remaining, reason, reference }) => ({
      time,
      what: sentenceIn(defaultLanguage, `coins.${reason as Reason}`),
      about: reference,
      coins: change,
      balance: remaining,
    })),
    ...audited.map(({ time, source, done_by: doneBy, action, reason, before }) => ({
      time,
      what: `${action}${reason && `: ${reason}`} (${source === 'user' ? 'the user' : doneBy})`,
      about: typeof before.job === 'string' ? before.job : '',
    })),
  ];
  // The sort is stable, so events of one transaction, which have the same time, keep the order of the list above.
  return events
    .sort((a, b) => a.time.getTime() - b.time.getTime())
    .map(({ time, what, about, coins = null, balance = null }) => ({
      time: momentCell(time),
      what,
      coins,
      balance,
      about,
    }));
}

/** Uploads of the user's photos that still exist. */
async function photosGiven({ store }: DeskParts, userId: string): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { key, time } of store.list(photosPrefix(userId))) {
    events.push({ time: new Date(time), what: 'gave a photo', about: key });
  }
  return events;
}

function eventsOfJob({ findTemplate }: DeskParts, job: Stored<'jobs'>): Event[] {
  const title = findTemplate(job.template_id)?.title[defaultLanguage] ?? `template ${job.template_id}`;
  const what = job.redo_of === null ? `asked for "${title}"` : `asked to make "${title}" again`;
  const about = job.generate_id;
  const begun = { time: job.create_time, what: `${what} with ${job.photos.length} photos`, about };
  return job.end_time
    ? [begun, { time: job.end_time, what: `"${title}": ${jobState(job)}`, about }]
    : [begun];
}

function eventsOfOrder(order: Stored<'orders'>): Event[] {
  const { order_id: about, product_id, amount, create_time, paid_time, returned_amount } = order;
  const price = `${(amount / 100).toFixed(2)} yuan`;
  const made = { time: create_time, what: `ordered ${product_id} for ${price}`, about };
  if (!paid_time) return [made];
  const back = returned_amount > 0 ? `, of which ${(returned_amount / 100).toFixed(2)} went back` : '';
  return [made, { time: paid_time, what: `paid ${price} for ${product_id}${back}`, about }];
}
