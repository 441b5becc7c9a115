import type { Schema } from '../server/db/schema.ts';

/** Data that the server keeps. `removedBy`: the source file that deletes it; null if it is never deleted. */
export interface Kept {
  purpose: string;
  until: string;
  /** Days until deletion, or `account`: deleted with its user; `event`: see `until`; `ever`: kept, but anonymous. */
  ends: number | 'account' | 'event' | 'ever';
  removedBy: string | null;
}

const withAccount = (purpose: string): Kept => ({
  purpose,
  until: 'the account is deleted',
  ends: 'account',
  removedBy: 'server/erasure/erase-account.ts',
});

const forEver = (purpose: string, until = 'never'): Kept => ({
  purpose,
  until,
  ends: 'ever',
  removedBy: null,
});

const tables: Record<keyof Schema, Kept> = {
  users: withAccount('users: name, sign-in, balance, consent, and until when support may see their pictures'),
  coin_statements: withAccount('each change of the balance'),
  pics: {
    ...withAccount('the addresses of finished pictures in the store'),
    until: 'the user deletes them or the account',
  },
  jobs: {
    ...withAccount('jobs: the chosen template and photos, and the result'),
    until: 'the user deletes their pictures or the account',
  },
  orders: withAccount('orders and their payments'),
  share_cards: {
    ...withAccount('the public addresses of pictures'),
    until: 'the user stops sharing, or the picture is deleted',
  },
  sandbox_payments: withAccount('payments of the sandbox, which moves no money'),
  store_subscriptions: withAccount(
    'the user of each subscription in an app store, and until when it is paid',
  ),
  wechat_payers: withAccount('the user’s id at WeChat Pay'),
  wechat_refunds: withAccount('the refunds of an order at WeChat Pay'),
  stripe_checkouts: withAccount('the payment page of each unpaid order'),
  ad_rewards: withAccount('rewards that were paid, so that each ad pays once'),
  data_copies: {
    purpose: 'a hash of the address at which a user gets a copy of their data',
    until: 'a day has passed, or the account is deleted',
    ends: 1,
    removedBy: 'server/data-copy/routes.ts',
  },
  reports: {
    purpose: 'reported pictures, with a keyed hash of the reporter',
    until: 'the picture is deleted, or 180 days after the operator has looked',
    ends: 180,
    removedBy: 'server/reports/report-picture.ts',
  },
  push_requests: {
    purpose: 'devices that get a push message at the end of a job',
    until:
      'the message is sent, the device is gone, the user logs out, two days have passed, or the job or the account is deleted',
    ends: 2,
    removedBy: 'server/push/push-requests.ts',
  },
  tokens: {
    purpose: 'signed-in users, by a hash of the token',
    until: '90 days after the sign-in, or the user logs out',
    ends: 90,
    removedBy: 'server/accounts/sessions.ts',
  },
  verified_ads: {
    purpose: 'ads that AdMob reported and whose coins are not paid yet',
    until: 'a week has passed',
    ends: 7,
    removedBy: 'server/money/admob/verified-ads.ts',
  },
  ad_ids: {
    purpose: 'ids of ads that the app may show',
    until: 'a week has passed, or its coins are paid',
    ends: 7,
    removedBy: 'server/money/admob/verified-ads.ts',
  },
  day_counts: {
    purpose:
      'counts for daily limits, by a keyed hash of the user; hashes of used identity tokens; errors on phones by screen and host',
    until: 'the second day after that begins',
    ends: 2,
    removedBy: 'server/accounts/day-counts.ts',
  },
  upload_counts: {
    purpose: 'bytes that a user uploaded on a day, by a hash of the folder',
    until: 'the next day begins',
    ends: 1,
    removedBy: 'server/store/oss/counted-body.ts',
  },
  begun_uploads: {
    purpose: 'uploads in parts that are not complete yet',
    until: 'they are complete, or a day has passed',
    ends: 1,
    removedBy: 'server/store/oss/begun-uploads.ts',
  },
  upload_parts: {
    purpose: 'the parts of such uploads',
    until: 'they are complete, or a day has passed',
    ends: 1,
    removedBy: 'server/store/oss/begun-uploads.ts',
  },
  erasures: {
    purpose: 'folders of the store that must still be erased',
    until: 'the folder is erased',
    ends: 'event',
    removedBy: 'server/store/erasures.ts',
  },
  google_purchases: {
    purpose: 'purchases in Google Play that the server may have to acknowledge there, without the user',
    until: 'four days have passed',
    ends: 'event',
    removedBy: 'server/money/google-play/google-play-provider.ts',
  },
  wechat_tickets: {
    purpose: 'WeChat’s ticket for signing pages; no data of a user',
    until: 'the next ticket replaces it',
    ends: 'event',
    removedBy: 'server/wechat/open-wechat.ts',
  },
  popular_templates: {
    purpose: 'the templates with the most users, counted once a day; contains no user data',
    until: 'the next day is counted',
    ends: 'event',
    removedBy: 'server/jobs/count-most-made.ts',
  },
  gone_users: forEver(
    'keyed hashes of the sign-ins of deleted accounts, so that welcome coins are given once',
    'never: the hashes are needed while the operator gives welcome coins',
  ),
  audit: forEver('changes of accounts and money, with ids only'),
  takings: forEver('payments and refunds, without the user'),
  parked_payments: forEver('payments that could not be credited, by the receipt'),
  common_store: forEver('the store that the processes share'),
  hash_keys: forEver('the keys of the hashes'),
  own_templates: forEver('the operator’s own templates'),
  template_choices: forEver('the templates that the operator offers or hides'),
};

const folders: Record<string, Kept> = {
  database: { ...withAccount('the embedded database'), until: 'see the tables' },
  lock: forEver('names the process that uses the folder'),
  'owner.json': forEver('the address of that process'),
  'owner.sock': forEver('the socket of that process'),
  secret: forEver('the key of signed addresses and upload permissions'),
  'objects/photos': {
    purpose: 'the photos that users gave',
    until: 'PHOTO_DAYS have passed (checked once a day), or the user erases them or withdraws the consent',
    ends: 30,
    removedBy: 'server/erasure/erase-photo.ts',
  },
  'objects/previews': {
    purpose: 'try-ons, drawn from a photo',
    until: 'their photo is erased',
    ends: 30,
    removedBy: 'server/erasure/erase-photo.ts',
  },
  'objects/pics': {
    ...withAccount('the finished pictures, with their small versions'),
    until: 'the user deletes them or the account',
  },
  'objects/.parts': {
    purpose: 'parts of uploads that are not complete yet',
    until: 'they are complete, or a day has passed',
    ends: 1,
    removedBy: 'server/store/oss/multipart-uploads.ts',
  },
  'objects/.incoming': {
    purpose: 'files that are being written',
    until: 'they are complete, or a day has passed',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  'objects/probes': {
    purpose: 'a file that tests if the store works',
    until: 'the server has read it',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  shared: {
    purpose: 'photos that another app shared before the service worker was installed',
    until: 'the app has loaded them, or a day has passed',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  previews: {
    ...forEver('the templates’ pictures, drawn with sample people', 'newer drawings replace them'),
    removedBy: 'server/services/housekeeping.ts',
  },
  'template-pics': forEver('the templates’ pictures that a remote generator made'),
  'app-files': {
    ...forEver('scripts of earlier releases, for open pages', '14 days after their last start'),
    removedBy: 'server/http/files/app-files.ts',
  },
  desk: forEver('the socket of the operator’s command'),
};

/**
 * All database tables, and all folders and files that the server writes to DATA_DIR. `objects/…` may be in a bucket
 * instead.
 */
export const retention = { tables, folders };
