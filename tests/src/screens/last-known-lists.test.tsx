import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { test } from '../../support/api/signed-in.ts';
import { later } from '../../support/later.ts';
import { intercept } from '../../support/network/network.ts';
import { get } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { choose } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { pressMore } from '../../support/wizard.ts';

beforeEach(newPhone);

/** Delays all API calls until the returned function is called. */
function pauseCalls(): () => void {
  const { promise, resolve } = later();
  intercept(({ path }, send) => (path.startsWith('/v1/') ? promise.then(send) : send()));
  return resolve;
}

/** Opens a screen, then opens it again on a network that responds only after the returned function is called. */
async function openAgain(path: string, key: string): Promise<() => void> {
  await renderAt(path);
  await waitFor(async () => expect(await get(key)).toBeDefined());
  const letGo = pauseCalls();
  await renderAt(path);
  return letGo;
}

test.for([
  ['/recharge', 'tyy.packs', 'Pay 45 yuan'],
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

test('while the network does not respond, /pic shows the saved pictures except those the user has deleted', async ({
  user,
}) => {
  const { generate_id } = await aFinishedJob(user, 3);
  const address = `/pic?generate_id=${generate_id}`;
  const letGo = await openAgain(address, 'tyy.pics');
  await screen.findByText('Picture 1 of 4');
  letGo();

  await pressMore('Delete');
  await choose('Delete this image?', 'Delete');
  await screen.findByText('Picture deleted');
  pauseCalls();
  await renderAt(address);
  await screen.findByText('Picture 1 of 3');
});
