import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import * as peopleAndJobs from './migrations/001-people-and-jobs.ts';
import * as ordersAndRewards from './migrations/002-orders-and-rewards.ts';
import * as wechatTickets from './migrations/003-wechat-tickets.ts';
import * as claims from './migrations/004-claims.ts';
import * as providers from './migrations/005-providers.ts';
import * as ownTemplates from './migrations/006-own-templates.ts';
import * as orderChecks from './migrations/007-order-checks.ts';
import * as goneUsers from './migrations/008-gone-users.ts';
import * as returnedMoney from './migrations/009-returned-money.ts';
import * as adIds from './migrations/010-ad-ids.ts';
import * as commonStore from './migrations/011-common-store.ts';
import * as previewCounts from './migrations/012-preview-counts.ts';
import * as redos from './migrations/013-redos.ts';
import * as shareCards from './migrations/014-share-cards.ts';
import * as uploads from './migrations/015-uploads.ts';
import * as erasures from './migrations/016-erasures.ts';
import * as wastedJobs from './migrations/017-wasted-jobs.ts';
import * as jobLanguage from './migrations/018-job-language.ts';
import * as orderProviders from './migrations/019-order-providers.ts';
import * as desk from './migrations/020-desk.ts';
import * as dayCounts from './migrations/021-day-counts.ts';
import * as consent from './migrations/022-consent.ts';
import * as reports from './migrations/023-reports.ts';
import * as dataCopies from './migrations/024-data-copies.ts';
import * as storeSubscriptions from './migrations/025-store-subscriptions.ts';
import * as wechatPay from './migrations/026-wechat-pay.ts';
import * as googlePlay from './migrations/027-google-play.ts';
import * as supportAccess from './migrations/028-support-access.ts';
import * as jobMachines from './migrations/029-job-machines.ts';
import * as sandboxStore from './migrations/030-sandbox-store.ts';
import * as popularTemplates from './migrations/031-popular-templates.ts';
import * as madePics from './migrations/032-made-pics.ts';
import * as pushRequests from './migrations/033-push-requests.ts';
import type { Schema } from './schema.ts';

const migrations: Record<string, Migration> = {
  '001-people-and-jobs': peopleAndJobs,
  '002-orders-and-rewards': ordersAndRewards,
  '003-wechat-tickets': wechatTickets,
  '004-claims': claims,
  '005-providers': providers,
  '006-own-templates': ownTemplates,
  '007-order-checks': orderChecks,
  '008-gone-users': goneUsers,
  '009-returned-money': returnedMoney,
  '010-ad-ids': adIds,
  '011-common-store': commonStore,
  '012-preview-counts': previewCounts,
  '013-redos': redos,
  '014-share-cards': shareCards,
  '015-uploads': uploads,
  '016-erasures': erasures,
  '017-wasted-jobs': wastedJobs,
  '018-job-language': jobLanguage,
  '019-order-providers': orderProviders,
  '020-desk': desk,
  '021-day-counts': dayCounts,
  '022-consent': consent,
  '023-reports': reports,
  '024-data-copies': dataCopies,
  '025-store-subscriptions': storeSubscriptions,
  '026-wechat-pay': wechatPay,
  '027-google-play': googlePlay,
  '028-support-access': supportAccess,
  '029-job-machines': jobMachines,
  '030-sandbox-store': sandboxStore,
  '031-popular-templates': popularTemplates,
  '032-made-pics': madePics,
  '033-push-requests': pushRequests,
};

/** Gets sentences for the operator: why the start waits, and what was done to the tables. */
export interface StartLog {
  warn(sentence: string): void;
  info(sentence: string): void;
}

/** Milliseconds between two sentences about a migration that is still running. */
const stillRunning = 5_000;

/**
 * Brings the tables up to date; no other process may do it at the same time. Each migration has a transaction of its own, so
 * that one that has to be repeated repeats itself alone. Throws a sentence if a newer version has been here.
 */
export async function migrate(db: Kysely<Schema>, log: Pick<StartLog, 'info'>): Promise<void> {
  const timed = Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, inItsTime(name, migration, log)]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => timed } });
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error) await explainNewer(db, error);
    if (!results?.length) return;
  }
}

/** A migration without limits of time, which says how long it takes. */
function inItsTime(name: string, { up }: Migration, log: Pick<StartLog, 'info'>): Migration {
  return {
    async up(db) {
      const began = performance.now();
      const say = (verb: string) =>
        log.info(`Migration ${name} ${verb} ${((performance.now() - began) / 1000).toFixed(1)} s.`);
      const saying = setInterval(say, stillRunning, 'has been running for');
      try {
        await liftLimits(db);
        await up(db);
      } finally {
        clearInterval(saying);
      }
      say('took');
    },
  };
}

/**
 * Within a transaction nothing ends but the wait for a lock: sooner than the statements of others do that wait behind it. Set
 * here and not with the connection, for a role may have limits too, and a pooler may ignore those of the connection.
 */
export async function liftLimits(tx: Kysely<Schema>): Promise<void> {
  await sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '3s', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
}

async function explainNewer(db: Kysely<Schema>, error: unknown): Promise<never> {
  const newer = await newerMigrations(db).catch(() => []);
  if (newer.length === 0) throw error;
  throw new Error(
    `The database was made by a newer version, which added ${newer.join(', ')}; this one ends with ` +
      `${Object.keys(migrations).at(-1)}. Start the newer version, or restore a backup from before it.`,
  );
}

/** What was done to the tables that this version does not know. */
async function newerMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name).filter(name => !(name in migrations));
}
