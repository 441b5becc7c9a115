import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { CallName } from '../../../server/contract/calls.ts';
import type { Job } from '../../../server/contract/jobs.ts';
import { type ApiUser, dataOf } from '../../support/api.ts';
import { aPhoto } from '../../support/choose-files.ts';
import { openFakeShell, succeed } from '../../support/fake-shell.ts';
import {
  changeData,
  changeResponse,
  intercept,
  recordRequests,
  withoutFeatures,
} from '../../support/network.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import {
  button,
  chooseTemplate,
  frontPhotoIsThere,
  heading,
  lookForJobsAtOnce,
  press,
  readyToMake,
} from '../../support/wizard.ts';

beforeEach(newPhone);

const noNetwork = () => Promise.reject(new TypeError('the network went away'));

async function jobsOf(user: ApiUser): Promise<Job[]> {
  return (await dataOf(user.get('getTrainAndGenerateResultList'))).list;
}

test('an API without idempotency keys gets no header that it does not know', async () => {
  withoutFeatures();
  const requests = recordRequests();
  await readyToMake();
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const create = requests.find(({ path }) => path.includes('goTrainAndGeneratePic'));
  expect(create?.headers.sort()).toEqual(['authorization', 'content-type', 'user-language']);
});

test('without idempotency keys, a job that could not be looked for is found at the next try', async ({
  user,
}) => {
  withoutFeatures();
  await readyToMake();
  lookForJobsAtOnce();
  let isAway = false;
  intercept(async ({ path }, send) => {
    if (isAway) return noNetwork();
    const response = await send();
    // Other requests may end after this one: they must not bring the network back.
    if (path === '/v1/goTrainAndGeneratePic') isAway = true;
    return isAway ? noNetwork() : response;
  });
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('network error', {}, { timeout: 15_000 });
  expect(await button(/^Use template/)).toBeTruthy();
  isAway = false;

  await press(/^Use template/);

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(await jobsOf(user)).toHaveLength(1);
});

test('a refusal for want of coins leads to the subscription', async () => {
  await readyToMake();
  changeResponse('goTrainAndGeneratePic', () => Response.json({ code: 2218020, data: null, message: 'no' }));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/subscription'));
});

test('photos that are refused are explained, and can be changed', async () => {
  await readyToMake();
  const message = 'Photo 1: the face is turned away.';
  changeResponse('goTrainAndGeneratePic', () => Response.json({ code: 2218030, data: null, message }));
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(message);
  await press('Change photos');
  await heading('Add a front photo');
});

test('a template that is gone is explained, and another one can be chosen', async () => {
  await readyToMake();
  const gone = (await screen.findAllByRole<HTMLInputElement>('radio'))[1]?.getAttribute('aria-label') ?? '';
  const tile = () => screen.queryByRole('radio', { name: gone });
  expect(tile()).not.toBeNull();
  changeData('getTemplates', data => ({ ...data, list: data.list.filter(({ title }) => title !== gone) }));
  changeResponse('goTrainAndGeneratePic', () =>
    Response.json({ code: 1004, data: null, message: 'template_id names no template' }, { status: 400 }),
  );
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(`“${gone}” is no longer available. Here are others like it.`);
  expect(screen.queryByText(/names no template/)).toBeNull();
  expect(tile()).toBeNull();
  expect((await button(/^Use template/)).disabled).toBe(true);
  await chooseTemplate(2);
  expect((await button(/^Use template/)).disabled).toBe(false);
});

const expired = async () => Response.json({ code: 1002, data: null, message: 'expired' }, { status: 401 });

test.for<[CallName, string]>([
  ['getGenerateCost', '/make-pic'],
  ['getUserInfo', '/make-pic'],
  ['getCoinStatementList', '/coin-flow'],
])(
  '%s alone refuses the token: it is tried once more, and the user stays signed in',
  async ([name, path], { user }) => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    let refusals = 0;
    intercept((request, send) => {
      if (request.path !== `/v1/${name}`) return send();
      refusals++;
      return expired();
    });
    await renderAt(path);
    if (path === '/make-pic') await chooseTemplate(1);
    else await screen.findByRole('button', { name: 'Try again' });
    await waitFor(() => expect(refusals).toBeGreaterThanOrEqual(2));

    expect(localStorage.getItem('tyy.token')).toBe(user.token);
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
    expect(leave).not.toHaveBeenCalled();
    if (name === 'getCoinStatementList') expect(refusals).toBe(2);
  },
);

test.each([
  ['that the phone explains', { code: 7, message: 'Facebook is closed' }, 'Facebook is closed'],
  ['without words', { code: 7, message: '' }, 'Your phone could not sign you in.'],
])('a login %s, needed while a job is created, is no network error', async (_, refusal, words) => {
  const photo = Buffer.from(await (await aPhoto()).arrayBuffer()).toString('base64');
  openFakeShell({
    login: () => refusal,
    importPicture: () => succeed({ pictures: { 0: photo } }),
  });
  await renderAt('/make-pic');
  await press(/^Add your photos/);
  await press('Add a front photo');
  await frontPhotoIsThere();
  await press(/^Continue/);
  await press(/^Skip/);
  await chooseTemplate(1);
  await press(/^Use template/);
  let isExpired = false;
  intercept(({ path }, send) => {
    isExpired ||= path === '/v1/goTrainAndGeneratePic';
    return isExpired ? expired() : send();
  });
  await press('Make my pictures');

  await screen.findByText(words);
  expect(screen.queryByText('network error')).toBeNull();
});

test('offline, the user is told before anything fails', async () => {
  await readyToMake();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press(/^Use template/);

  await screen.findByText(/^You are offline\. Your photos are saved/);
});
