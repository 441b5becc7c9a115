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

/** Brings the tables up to date, or throws a sentence for the operator; no other process may do it at the same time. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const newer = await newerMigrations(db).catch(() => []);
  if (newer.length === 0) throw new Error('The database could not be brought up to date.', { cause: error });
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
