import { expect, test } from 'vitest';
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
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ REQUIRE_CONSENT: '1', OPERATOR_NAME: 'Sol Ltd', LEAST_AGE: '16' });

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
  const ann = await signIn(backend, 'Ann');
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
  const bob = await signIn(backend, 'Bob');
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

test('a user can consent only to the current version of the consent text', async () => {
  const eve = await signIn(backend, 'Eve');
  expect((await eve.post('giveConsent', { version: 'another' })).code).toBe(1004);
  expect((await eve.post('giveConsent', { version: '' })).code).toBe(1004);
  expect((await eve.get('getUserInfo')).data.consent_version).toBe('');
});

test('a consent to an earlier version is invalid for new jobs, but running jobs finish', async () => {
  const { db } = backend.services;
  const dan = await signIn(backend, 'Dan');
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
