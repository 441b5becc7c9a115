import type { Schema } from '../server/db/schema.ts';

/** `removedBy`: the file with the code that deletes it; null if nothing does. */
export interface Kept {
  purpose: string;
  until: string;
  /** Days until housekeeping deletes it; `account`: with its user; `event`: see `until`; `ever`: never (anonymous). */
  ends: number | 'account' | 'event' | 'ever';
  removedBy: string | null;
}

const withAccount = (purpose: string): Kept => ({
  purpose,
  until: 'the account is deleted',
  ends: 'account',
  removedBy: 'server/erasure/erase-account.ts',
});

const forEver = (purpose: string, until = 'it stays'): Kept => ({
  purpose,
  until,
  ends: 'ever',
  removedBy: null,
});

const tables: Record<keyof Schema, Kept> = {
  users: withAccount(
    'whose account it is, their balance, what they agreed to, until when support may see their pictures',
  ),
  coin_statements: withAccount('each change of the balance'),
  pics: { ...withAccount('where the finished pictures lie'), until: 'the user deletes them, or the account' },
  jobs: {
    ...withAccount('what was asked for, and how it ended'),
    until: 'the user deletes their pictures, or the account',
  },
  orders: withAccount('what was bought and paid'),
  share_cards: {
    ...withAccount('the public addresses of pictures'),
    until: 'sharing ends, or the picture goes',
  },
  sandbox_payments: withAccount('the books of the sandbox; there is no money in it'),
  store_subscriptions: withAccount('whose subscription in an app store it is, and until when it is paid'),
  wechat_payers: withAccount('by which id WeChat knows who pays'),
  wechat_refunds: withAccount('the refunds of an order at WeChat Pay'),
  stripe_checkouts: withAccount('where an unpaid order can be paid'),
  ad_rewards: withAccount('each ad pays once'),
  data_copies: {
    purpose: 'where a user fetches a copy of their data, by a hash of the address',
    until: 'a day, or the account goes',
    ends: 1,
    removedBy: 'server/data-copy/routes.ts',
  },
  reports: {
    purpose: 'reported pictures, with a keyed hash of who reported',
    until: 'the picture goes, or 180 days after the operator has looked',
    ends: 180,
    removedBy: 'server/reports/report-picture.ts',
  },
  push_requests: {
    purpose: 'which device is to be told of the end of which job',
    until: 'it is told or gone, the log-out, two days, or the job or the account goes',
    ends: 2,
    removedBy: 'server/push/push-requests.ts',
  },
  tokens: {
    purpose: 'who is signed in, by a hash of the token',
    until: '90 days after the sign-in, or the log-out',
    ends: 90,
    removedBy: 'server/accounts/sessions.ts',
  },
  verified_ads: {
    purpose: 'ads that AdMob reported, until their coins are paid',
    until: 'a week',
    ends: 7,
    removedBy: 'server/money/admob/verified-ads.ts',
  },
  ad_ids: {
    purpose: 'the ids that ads are shown with',
    until: 'a week, or the payment of its coins',
    ends: 7,
    removedBy: 'server/money/admob/verified-ads.ts',
  },
  day_counts: {
    purpose:
      'what is bounded a day, by a keyed hash of the user, and the identity tokens that were used, by a hash',
    until: 'the day after the next begins',
    ends: 2,
    removedBy: 'server/accounts/day-counts.ts',
  },
  upload_counts: {
    purpose: 'the bytes that were uploaded on a day, by a hash of the folder',
    until: 'the next day',
    ends: 1,
    removedBy: 'server/store/oss/counted-body.ts',
  },
  begun_uploads: {
    purpose: 'uploads in parts that are not complete',
    until: 'they are complete, or a day is over',
    ends: 1,
    removedBy: 'server/store/oss/begun-uploads.ts',
  },
  upload_parts: {
    purpose: 'the parts of these',
    until: 'they are complete, or a day is over',
    ends: 1,
    removedBy: 'server/store/oss/begun-uploads.ts',
  },
  erasures: {
    purpose: 'what must go from the store, by its folder',
    until: 'it is gone from there',
    ends: 'event',
    removedBy: 'server/store/erasures.ts',
  },
  google_purchases: {
    purpose: 'purchases in Google Play that may have to be finished there, without the user',
    until: 'four days are over',
    ends: 'event',
    removedBy: 'server/money/google-play/google-play-provider.ts',
  },
  wechat_tickets: {
    purpose: 'WeChat’s permission to sign pages; nothing of a user',
    until: 'the next one comes',
    ends: 'event',
    removedBy: 'server/wechat/open-wechat.ts',
  },
  popular_templates: {
    purpose: 'which templates most users have had pictures made in, counted once a day; nothing of a user',
    until: 'the next day is counted',
    ends: 'event',
    removedBy: 'server/jobs/count-most-made.ts',
  },
  gone_users: forEver(
    'a keyed hash of a deleted account’s sign-in, so that welcome coins are given once',
    'as long as welcome coins are given',
  ),
  audit: forEver('what was done to accounts and money, by ids alone'),
  takings: forEver('what was paid and went back, without the user'),
  parked_payments: forEver('payments that could not be credited, by the receipt'),
  common_store: forEver('which store the processes share'),
  hash_keys: forEver('the keys of the hashes'),
  own_templates: forEver('the owner’s templates'),
  template_choices: forEver('which templates are offered'),
};

const folders: Record<string, Kept> = {
  database: { ...withAccount('the embedded database'), until: 'see the tables' },
  lock: forEver('which process has the folder'),
  'owner.json': forEver('how that process is asked'),
  'owner.sock': forEver('where it is asked'),
  secret: forEver('the key of signed addresses and upload permissions'),
  'objects/photos': {
    purpose: 'the photos that users gave',
    until: 'PHOTO_DAYS are over (looked for once a day), the user erases them or takes the consent back',
    ends: 30,
    removedBy: 'server/erasure/erase-photo.ts',
  },
  'objects/previews': {
    purpose: 'users in the templates, drawn of a photo',
    until: 'their photo goes',
    ends: 30,
    removedBy: 'server/erasure/erase-photo.ts',
  },
  'objects/pics': {
    ...withAccount('the finished pictures, with their small versions'),
    until: 'the user deletes them, or the account',
  },
  'objects/.parts': {
    purpose: 'the parts of uploads that are not complete',
    until: 'they are complete, or a day is over',
    ends: 1,
    removedBy: 'server/store/oss/multipart-uploads.ts',
  },
  'objects/.incoming': {
    purpose: 'what is being written',
    until: 'it is complete, or a day is over',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  'objects/probes': {
    purpose: 'a file with which the store is tried',
    until: 'it was read',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  shared: {
    purpose: 'photos that another app shared while the app’s own worker was not there',
    until: 'the app took them, or a day is over',
    ends: 1,
    removedBy: 'server/services/housekeeping.ts',
  },
  previews: forEver('the templates’ pictures, drawn of nobody'),
  'template-pics': forEver('the templates’ pictures of a remote generator'),
  'app-files': forEver('the scripts of earlier releases, for pages that are still open'),
  desk: forEver('the socket of the operator’s command'),
};

/** All tables, and all folders and files that the server writes in DATA_DIR; `objects/…` may be in a bucket instead. */
export const retention = { tables, folders };
