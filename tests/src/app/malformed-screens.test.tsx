import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BrokenApi, nextCall, openBrokenApi, someBroken } from '../../support/broken-api.ts';
import type { RawResponse, SpecCall } from '../../support/broken-responses.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

let api: BrokenApi;
beforeEach(() => {
  api = openBrokenApi();
  localStorage.setItem('tyy.token', 'token');
});
// What the page still does would meet the next test's API, or the backend.
afterEach(() => api.rest());

const screens: [path: string, call: SpecCall, shows: RegExp][] = [
  ['/coin-flow', 'getCoinStatementList', /Welcome/],
  ['/pic-list', 'getTrainAndGenerateResultList', /Tea house/],
  ['/pic?generate_id=g1', 'getUserPicsByGenerateId', /1 of 1/],
  ['/recharge', 'getRechargeConfigsList', /6 yuan/],
  ['/subscription', 'getRechargeConfigsList', /6 yuan/],
  ['/make-pic', 'getTemplates', /Tea house/],
  ['/personal-center', 'getUserInfo', /Ming/],
];

test.each(screens)(
  '%s says that %s failed as often as its response is malformed, then shows it',
  async (path, call, shows) => {
    const [first, ...others] = someBroken(call, 5);
    api.broken[call] = first as RawResponse;
    await renderAt(path);
    for (const response of others) {
      expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      api.broken[call] = response;
      await nextCall(api, call, () => press('Try again'));
    }
    await screen.findByRole('alert');

    api.broken = {};
    await press('Try again');

    await screen.findAllByText(shows);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('Home keeps its own pictures where the list of others is malformed', async () => {
  for (const response of someBroken('getHomePics', 3)) {
    api.broken.getHomePics = response;
    await nextCall(api, 'getHomePics', () => renderAt('/'));
    await screen.findByRole('img', { name: 'Framed portraits in different styles' });
    expect(screen.queryByRole('alert')).toBeNull();
  }
});

test('the wait for a job goes on after malformed responses', async () => {
  const call = 'getTrainAndGenerateResultById';
  const pollNow = () => document.dispatchEvent(new Event('visibilitychange'));
  const [first, ...others] = someBroken(call, 5);
  api.broken[call] = first as RawResponse;
  await nextCall(api, call, () => renderAt('/making?train_id=t1&generate_id=g1'));
  for (const response of others) {
    api.broken[call] = response;
    await nextCall(api, call, pollNow);
  }
  await screen.findByRole('alert');

  api.broken = {};
  await nextCall(api, call, pollNow);

  await screen.findByRole('heading', { name: 'Photo review not passed' });
});
