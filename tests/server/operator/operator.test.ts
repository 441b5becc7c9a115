import { expect } from 'vitest';
import type { Operator } from '../../../server/contract/operator.ts';
import { describeOperator } from '../../../server/services/open-providers.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { ApiUser, giveConsent } from '../../support/api/api.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import {
  coinsOf,
  createJob,
  finishedJob,
  idOf,
  picsOf,
  uploadPhotos,
  waitForStatus,
} from '../support/jobs.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';

const backend = sharedBackend({ REQUIRE_CONSENT: '1', OPERATOR_NAME: 'Sol Ltd', LEAST_AGE: '16' });
const test = usersOf(backend);

function described(settings: Record<string, string>): Operator {
  const config = readConfig(settings);
  return describeOperator(config, { features: [], signIns: ['facebook'], payments: [] });
}

const oss = {
  OSS_REGION: 'oss-cn-hangzhou',
  OSS_BUCKET: 'b',
  OSS_ROLE_ARN: 'r',
  OSS_ACCESS_KEY_ID: 'k',
  OSS_ACCESS_KEY_SECRET: 's',
};

const comfyui = {
  COMFYUI_URL: 'https://c.example',
  COMFYUI_WORKFLOW: 'deploy/comfyui/qwen-image-edit.json',
  OPERATOR_COUNTRY: 'MT',
};

test.each<[Record<string, string>, Partial<Operator>]>([
  [
    { OPERATOR_COUNTRY: 'MT' },
    { generator: { name: '', country: 'MT' }, store: { name: '', country: 'MT' } },
  ],
  [
    { DASHSCOPE_API_KEY: 'k', OPERATOR_COUNTRY: 'MT' },
    { generator: { name: 'Alibaba Cloud Model Studio', country: 'CN' }, compares_faces: false },
  ],
  [
    { DASHSCOPE_API_KEY: 'k', DASHSCOPE_API: 'https://dashscope-intl.aliyuncs.com' },
    { generator: { name: 'Alibaba Cloud Model Studio', country: 'SG' } },
  ],
  [comfyui, { generator: { name: '', country: 'MT' } }],
  [{ ...comfyui, GENERATOR_NAME: 'Gpu Inc' }, { generator: { name: 'Gpu Inc', country: '' } }],
  [oss, { store: { name: 'Alibaba Cloud OSS', country: 'CN' } }],
  [{ ...oss, OSS_REGION: 'cn-hongkong' }, { store: { name: 'Alibaba Cloud OSS', country: '' } }],
  [
    { ...oss, OSS_ENDPOINT: 'https://s3.example', STORE_COUNTRY: 'DE' },
    { store: { name: 's3.example', country: 'DE' } },
  ],
  [{ FACE_MATCH: '0' }, { compares_faces: false }],
  [{}, { compares_faces: true, sign_ins: ['sandbox'], log_days: 0 }],
  [
    { SANDBOX: '0', LOG_DAYS: '7' },
    { sign_ins: ['facebook'], log_days: 7 },
  ],
])('with the settings %j the legal facts include %j', (settings, said) => {
  expect(described(settings)).toMatchObject(said);
});

test.each([
  { PHOTO_DAYS: '7' },
  { DASHSCOPE_API_KEY: 'k' },
  { OPERATOR_NAME: 'Another' },
  { OPERATOR_COUNTRY: 'DE' },
  { LEAST_AGE: '18' },
  { FACE_MATCH: '0' },
  { STORE_COUNTRY: 'DE' },
])('after a change to %j all users are asked for consent again', changed => {
  expect(described(changed).consent_version).not.toBe(described({}).consent_version);
});

test('a change of settings that do not concern photos does not ask users for consent again', () => {
  expect(described({ LOG_DAYS: '3', GENERATE_COST: '5' }).consent_version).toBe(
    described({}).consent_version,
  );
});

/** Response codes of all calls that process a user's photos. */
async function codesOf(user: TestUser): Promise<number[]> {
  const photos = await uploadPhotos(user, 2);
  const replies = await Promise.all([
    createJob(user),
    user.post('previewTemplates', { photo: photos[0]!, template_ids: [1] }),
    user.post('checkPhotos', { photos }),
  ]);
  return replies.map(({ code }) => code);
}

const noted = (user: TestUser) =>
  user
    .get('getUserInfo')
    .then(({ data }) =>
      backend.services.db.query
        .selectFrom('audit')
        .select(['action', 'source', 'before', 'after', 'reason'])
        .where('subject', '=', data.user_id)
        .where('action', 'like', 'consent %')
        .orderBy('id')
        .execute(),
    );

test('without consent, photos are not processed and no coins are spent; with consent both work', async () => {
  const ann = await signIn(backend, 'Ann 27');
  expect((await ann.get('getUserInfo')).data.features).toEqual(
    expect.arrayContaining(['operator', 'consent']),
  );
  expect(await codesOf(ann)).toEqual([2218040, 2218040, 2218040]);
  expect(await coinsOf(ann)).toBe(50);

  await Promise.all([giveConsent(ann), giveConsent(ann), giveConsent(ann)]);
  expect(await codesOf(ann)).toEqual([0, 0, 0]);
  const { data: operator } = await new ApiUser(ann.transport).get('getOperator');
  const said = { name: 'Sol Ltd', least_age: 16, sign_ins: ['sandbox'], payments: ['sandbox'] };
  expect(operator).toMatchObject(said);
  expect((await ann.get('getUserInfo')).data.consent_version).toBe(operator.consent_version);
  expect(await noted(ann)).toEqual([
    {
      action: 'consent give',
      source: 'user',
      before: { version: '' },
      after: { version: operator.consent_version },
      reason: '',
    },
  ]);
});

test('withdrawing the consent erases the photos, keeps the pics, and stops all processing, even a redo', async () => {
  const bob = await signIn(backend, 'Bob 28');
  await giveConsent(bob);
  const { train_id, generate_id } = await finishedJob(bob);

  expect((await bob.post('withdrawConsent')).code).toBe(0);
  expect((await bob.get('getPhotos')).data.list).toEqual([]);
  expect((await bob.get('getPersonalPics')).data.list).toEqual([]);
  expect(await picsOf(bob, { generate_id })).toHaveLength(4);
  expect((await bob.get('getUserInfo')).data.consent_version).toBe('');
  expect((await bob.post('redoJob', { train_id, generate_id, reason: 'other' })).code).not.toBe(0);
  expect(await codesOf(bob)).toEqual([2218040, 2218040, 2218040]);
  const [given, withdrawn] = await noted(bob);
  expect(given).toMatchObject({ action: 'consent give' });
  expect(withdrawn).toEqual({
    action: 'consent withdraw',
    source: 'user',
    before: given!.after,
    after: { version: '' },
    reason: '',
  });
});

test('a user can consent only to the current version of the consent text', async ({ eve }) => {
  expect((await eve.post('giveConsent', { version: 'another' })).code).toBe(1004);
  expect((await eve.post('giveConsent', { version: '' })).code).toBe(1004);
  expect((await eve.get('getUserInfo')).data.consent_version).toBe('');
});

test('a consent to an earlier version is invalid for new jobs, but running jobs finish', async ({ dan }) => {
  const { db } = backend.services;
  await giveConsent(dan);
  const { data } = await createJob(dan);
  await db.query
    .updateTable('users')
    .set({ consent_version: 'of before' })
    .where('user_id', '=', await idOf(dan))
    .execute();
  await waitForStatus(dan, data.train_and_generate_info, 5);
  expect((await createJob(dan)).code).toBe(2218040);
});
