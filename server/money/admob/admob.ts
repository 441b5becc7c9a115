import { createPublicKey, randomInt, verify } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { lockUser } from '../../accounts/user.ts';
import { type Database, type DbAndClock, deleteOld } from '../../db/database.ts';
import type { Tx } from '../../db/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { bounds } from '../../http/limits/limiters.ts';
import { type FindKey, fetchKeyList, keepKeys } from '../keep-keys.ts';

/** A reward request waits this long (ms) for AdMob's callback, which often arrives later than the request. */
const patience = 3_000;
const pollDelay = 200;

const hour = 60 * 60 * 1000;

/** Ad ids and callbacks expire after this long (ms). No ad takes longer. */
const longestLife = hour;

/** Delete rows after this long (ms): the app may request a reward long after the callback. */
const keptFor = 24 * hour;

const idLength = 10;

/** Only this user can get the reward for the id. Throws 1002 if the account is being deleted. */
export async function issueAdId(db: Database, userId: string, now: number): Promise<string> {
  const id = Array.from({ length: idLength }, () => randomInt(36).toString(36)).join('');
  await db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    await tx
      .insertInto('ad_ids')
      .values({ id, user_id: userId, time: new Date(now) })
      .execute();
    const own = tx.selectFrom('ad_ids').select('id').where('user_id', '=', userId);
    await tx
      .deleteFrom('ad_ids')
      .where('id', 'in', own.orderBy('time', 'desc').orderBy('id').offset(bounds.adIds.ofOne))
      .execute();
  });
  return id;
}

/** Saves a watched ad, once. Returns the reason if it earns no reward, else null. */
async function noteAd(
  db: Database,
  ad: WatchedAd,
  { adUnits, now }: { adUnits: string[]; now: number },
): Promise<string | null> {
  if (!adUnits.includes(ad.adUnit)) return 'it is of an ad unit that ADMOB_AD_UNITS does not name';
  if (Math.abs(now - ad.time) > longestLife) return 'it is more than an hour old';
  const issued = await db.query
    .selectFrom('ad_ids')
    .select('user_id')
    .where('id', '=', ad.customData)
    .where('time', '>=', new Date(now - longestLife))
    .executeTakeFirst();
  if (!issued) return 'its custom data is no id that was issued within an hour';
  if (ad.userId !== null && ad.userId !== issued.user_id) return 'its id was issued to another user';

  await db.query
    .insertInto('verified_ads')
    .values({
      transaction_id: ad.transactionId,
      ad_id: ad.customData,
      user_id: issued.user_id,
      time: new Date(now),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return null;
}

/** Waits briefly for AdMob's callback about an ad. Returns at once if the id is used or belongs to another user. */
export async function awaitAd(db: Database, adId: string, userId: string): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const open = await db.query
      .selectFrom('ad_ids')
      .leftJoin('verified_ads', 'verified_ads.ad_id', 'ad_ids.id')
      .select('transaction_id')
      .where('ad_ids.id', '=', adId)
      .where('ad_ids.user_id', '=', userId)
      .executeTakeFirst();
    if (!open || open.transaction_id !== null) return;
    await pause(pollDelay);
  }
}

/** Marks an ad as rewarded. Throws 1004 if AdMob did not report the ad or its id belongs to another user. */
export async function spendAd(tx: Tx, adId: string, userId: string): Promise<void> {
  const rewarded = await tx
    .updateTable('verified_ads')
    .set({ rewarded: true })
    .where('ad_id', '=', adId)
    .where('user_id', '=', userId)
    .where('rewarded', '=', false)
    .returning('transaction_id')
    .executeTakeFirst();
  // Reward an id only once, even if several of AdMob's transactions contain it.
  const used = await tx.deleteFrom('ad_ids').where('id', '=', adId).returning('id').executeTakeFirst();
  if (rewarded && used) return;
  throw new ApiError('wrongParameter', 'error.ad-not-confirmed');
}

export async function removeOldAds({ db, clock }: DbAndClock): Promise<void> {
  const oldest = new Date(clock() - keptFor);
  await deleteOld(db.query, 'verified_ads', sql`time < ${oldest}`);
  await deleteOld(db.query, 'ad_ids', sql`time < ${oldest}`);
}

/** An ad that a user watched to its end, as reported by AdMob; `time` in milliseconds. */
interface WatchedAd {
  transactionId: string;
  /** Part of the ad unit's id after the `/`. */
  adUnit: string;
  customData: string;
  userId: string | null;
  time: number;
}

/**
 * Parses a callback's query. Returns `unsigned` if AdMob's signature is missing or invalid (ECDSA with SHA-256 over the
 * text before `&signature=`), and `malformed` if signed fields are missing or invalid. Format:
 * https://developers.google.com/admob/android/ssv
 */
async function readCallback(query: string, keys: FindKey): Promise<WatchedAd | 'unsigned' | 'malformed'> {
  const [, content, signature, keyId] = query.match(/^(.+)&signature=([\w=-]+)&key_id=(\d+)$/) ?? [];
  if (!content || !signature || !keyId) return 'unsigned';
  const key = await keys(keyId);
  if (!key) return 'unsigned';

  const bytes = Buffer.from(signature, 'base64url');
  // Also accept a signature of the decoded query, because Google's own verifier decodes first.
  const contents = [content, decode(content)].filter(text => text !== null);
  if (!contents.some(text => verify('sha256', Buffer.from(text), key, bytes))) return 'unsigned';
  return readFields(content) ?? 'malformed';
}

/** Null if a field is missing or occurs twice: a decoded `&` in a value must not become another field. */
function readFields(content: string): WatchedAd | null {
  const fields = new URLSearchParams(content);
  const names = [...fields.keys()];
  const transactionId = fields.get('transaction_id');
  const adUnit = fields.get('ad_unit');
  const time = Number(fields.get('timestamp'));
  const isOdd =
    new Set(names).size < names.length || [...fields.values()].some(value => value.includes('\0'));
  if (isOdd || !transactionId || !adUnit || !time || !Number.isSafeInteger(time)) return null;
  return {
    transactionId,
    adUnit,
    time,
    customData: fields.get('custom_data') ?? '',
    userId: fields.get('user_id') || null,
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Cache keys for this long (ms). AdMob allows at most a day. */
const longest = 24 * 60 * 60 * 1000;

const admobPath = '/notify/admob';

/** `admob` is null if AdMob's verification is not required. */
interface AdmobParts extends DbAndClock {
  config: { admob: AdmobAccount | null };
}

/** AdMob repeats a callback until the response is 200. Logs signed callbacks that are malformed or earn no reward. */
export async function admobNotifications(
  app: FastifyInstance,
  { config, db, clock }: AdmobParts,
): Promise<void> {
  if (!config.admob) return;
  const { keysUrl, adUnits } = config.admob;
  const keys = openAdKeys(keysUrl, clock);

  app.get(admobPath, async (request, reply) => {
    const url = request.raw.url ?? '';
    const ad = await readCallback(url.slice(url.indexOf('?') + 1), keys);
    reply.header('cache-control', 'no-store');
    if (ad === 'unsigned') return reply.code(403).send({ verified: false });
    if (ad === 'malformed') {
      request.log.error('A callback that AdMob signed is malformed.');
      return reply.code(400).send({ verified: false });
    }
    const problem = await noteAd(db, ad, { adUnits, now: clock() });
    if (problem !== null) request.log.warn(`The ad ${ad.transactionId} does not count: ${problem}.`);
    return { verified: true };
  });
}

export function openAdKeys(url: string, clock: () => number): FindKey {
  return keepKeys(
    async () => {
      const keys = await fetchKeyList<{ keyId: number; pem: string }>(url, "AdMob's list of keys");
      return new Map(keys.map(({ keyId, pem }) => [String(keyId), createPublicKey(pem)]));
    },
    { clock, longest },
  );
}

/** Numbers of the rewarded ad units, and the address of AdMob's key list, which all publishers share. */
export interface AdmobAccount {
  adUnits: string[];
  keysUrl: string;
}
