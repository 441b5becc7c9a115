import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { test } from '../../support/api/signed-in.ts';
import { later } from '../../support/later.ts';
import { intercept } from '../../support/network/network.ts';
import { get } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { pressMore } from '../../support/wizard.ts';

beforeEach(newPhone);

/** Delays all calls of the API until the returned function is called. */
function pauseCalls(): () => void {
  const { promise, resolve } = later();
  intercept(({ path }, send) => (path.startsWith('/v1/') ? promise.then(send) : send()));
  return resolve;
}

/**
 * Opens a screen twice; the second time the network does not respond. Returns a function that lets the responses
 * arrive.
 */
async function openAgain(path: string, key: string): Promise<() => void> {
  await renderAt(path);
  await waitFor(async () => expect(await get(key)).toBeDefined());
  const letGo = pauseCalls();
  await renderAt(path);
  return letGo;
}

test.for([
  ['/pic-list', 'tyy.jobs', /Done/],
  ['/coin-flow', 'tyy.statements', /Welcome gift/],
] as const)(
  '%s shows the last saved list while the network does not respond, and then the new list',
  async ([path, key, words], { user }) => {
    await aFinishedJob(user);
    const letGo = await openAgain(path, key);

    await screen.findAllByText(words);
    expect(screen.queryByText('You have reached the end.')).toBeNull();
    await aFinishedJob(user);
    letGo();

    await screen.findByText('You have reached the end.');
    await waitFor(() => expect(screen.getAllByText(/Done|A set of pictures/)).toHaveLength(2));
  },
);

test.for([
  ['/recharge', 'tyy.packs', 'Pay 10 yuan'],
  ['/subscription', 'tyy.plans', 'Get VIP · 25 yuan'],
] as const)(
  '%s shows the last saved prices while the network does not respond, and sells at the new prices',
  async ([path, key, name]) => {
    const letGo = await openAgain(path, key);

    const pay = await screen.findByRole<HTMLButtonElement>('button', { name });
    expect(screen.getAllByRole('radio').length).toBeGreaterThan(1);
    expect(pay.disabled).toBe(true);
    letGo();

    await waitFor(() => expect(pay.disabled).toBe(false));
  },
);

test('/pic shows the last saved pictures while the network does not respond, without deleted ones', async ({
  user,
}) => {
  const kept = await aFinishedJob(user, 4);
  const { generate_id, title } = await aFinishedJob(user, 3);
  const address = `/pic?generate_id=${generate_id}`;
  await renderAt('/pic-list');
  await screen.findByText(title);
  const letGo = await openAgain(address, 'tyy.pics');
  await screen.findByText('Picture 1 of 4');
  letGo();

  await deleteShown();
  const again = pauseCalls();
  await renderAt(address);
  await screen.findByText('Picture 1 of 3');
  again();
  for (const left of [2, 1]) {
    await deleteShown();
    await screen.findByText(`Picture 1 of ${left}`);
  }
  intercept(({ path }, send) => (path.includes('ResultList') ? new Promise(() => {}) : send()));
  await deleteShown();
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
  await screen.findByText(kept.title);
  expect(screen.queryByText(title)).toBeNull();
});

async function deleteShown(): Promise<void> {
  await pressMore('Delete');
  const question = within(await screen.findByRole('dialog', { name: 'Delete this image?' }));
  question.getByRole('button', { name: 'Delete' }).click();
  await screen.findByText('Picture deleted');
  await waitFor(() => expect(screen.queryByText('Picture deleted')).toBeNull());
}
