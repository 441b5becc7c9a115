import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { emptyDraft } from '../../../../src/state/draft.ts';
import { test } from '../../../support/api/signed-in.ts';
import { intercept } from '../../../support/network/network.ts';
import { get, set } from '../../../support/phone/fake-idb.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { press, readyToMake } from '../../../support/wizard.ts';

beforeEach(newPhone);

test('while the server takes a job, the user reads that it is being started', async () => {
  await readyToMake();
  intercept(({ path }, send) => (path === '/v1/goTrainAndGeneratePic' ? new Promise(() => {}) : send()));
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText('Starting…');
});

test('a draft that has lost the template of its made job opens without a word about that job', async () => {
  await set('tyy.wizard', JSON.stringify({ ...emptyDraft(), isMade: true }));
  await renderAt('/make-pic');

  const { overlay } = await import('../../../../src/state/overlay.ts');
  await waitFor(async () => expect(await get('tyy.wizard')).toContain('"isMade":false'));
  expect(overlay.question).toBeNull();
});
