import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeData, stubCall, withoutFeatures } from '../../support/network/network.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

async function openPrice(): Promise<HTMLElement> {
  await readyToMake();
  await press(/^Use template/);
  return screen.findByRole('dialog', { name: 'Make this set?' });
}

test('the price names the pictures, the cost, the balance after it and the free redo', async () => {
  const price = await openPrice();

  expect(price.textContent).toContain('4 pictures · 20 gold coins');
  screen.getByText('Balance after: 30');
  screen.getByText('Not like you? One free redo.');
});

test('the price shows the sample of the chosen template until there is a try-on', async () => {
  const price = await openPrice();
  const { wizard } = await import('../../../src/state/wizard.ts');
  expect(price.querySelector('img')?.getAttribute('src')).toBe(wizard.templatePicUrl);
  await press('Cancel');

  const { addTryOn, openTryOns } = await import('../../../src/state/try-ons.ts');
  openTryOns(wizard.photos[0]?.address?.split('?')[0] ?? '', true);
  addTryOn(Number(wizard.templateId), '/pictures/previews/mine.jpg', []);
  await press(/^Use template/);
  await screen.findByRole('dialog', { name: 'Make this set?' });
  await waitFor(() =>
    expect(screen.getByRole('dialog').querySelector('img')?.getAttribute('src')).toBe(
      '/pictures/previews/mine.jpg',
    ),
  );
});

test('a chosen template says before the price that its costume cannot be drawn on this photo', async () => {
  await readyToMake();
  const { wizard } = await import('../../../src/state/wizard.ts');
  const { addTryOn, openTryOns } = await import('../../../src/state/try-ons.ts');
  const note = () => screen.queryByText(/^We can’t change the clothes in this photo/);
  openTryOns(wizard.photos[0]?.address?.split('?')[0] ?? '', true);
  addTryOn(Number(wizard.templateId) + 1, '/pictures/previews/other.jpg', ['own_clothes']);
  expect(note()).toBeNull();

  addTryOn(Number(wizard.templateId), '/pictures/previews/mine.jpg', ['own_clothes']);
  await waitFor(() => expect(note()).not.toBeNull());
});

test('an API of the specification sends only the price, so the question promises nothing else', async () => {
  withoutFeatures();
  stubCall('getGenerateCost', () => ({ num: 20 }));
  changeData('getUserInfo', ({ coins: _, ...user }) => user);
  const price = await openPrice();

  expect(price.textContent).toContain('20 gold coins');
  expect(price.textContent).not.toMatch(/pictures ·|Balance|redo/);
});
