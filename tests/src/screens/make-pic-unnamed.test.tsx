import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, inject, onTestFinished, vi } from 'vitest';
import { dataOf } from '../../support/api.ts';
import { agreedHere, intercept, withoutFeatures } from '../../support/network.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { someOf } from '../../support/some-of.ts';
import { openSpecApi } from '../../support/spec-api.ts';
import { lookForJobsAtOnce, press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

const being = 'Your pictures are being made. You will find them in My pictures.';

/** The API makes each job, and says so by these data alone; its list of jobs is what `list` makes of it. */
function respondWith(
  data: unknown,
  list: (send: Send) => Promise<Response> = send => send(),
  status = 200,
): () => number {
  let count = 0;
  intercept(async ({ path }, send) => {
    if (path.startsWith('/v1/getTrainAndGenerateResultList')) return list(send);
    const response = await send();
    if (path !== '/v1/goTrainAndGeneratePic') return response;
    count++;
    return Response.json({ code: 0, data }, { status });
  });
  return () => count;
}

type Send = () => Promise<Response>;
const empty = async () => Response.json({ code: 0, data: { list: null } });
const neverEnding = () => new Promise<never>(() => {});

async function make(): Promise<void> {
  await press(/^Use template/);
  await press('Make my pictures');
}

describe.each([
  { world: 'with idempotency keys', open: () => {} },
  { world: "with the specification's calls alone", open: withoutFeatures },
])('$world', ({ open }) => {
  test.for(someOf(2, [[null], [{}], [undefined], ['ok'], [[]], [{ train_and_generate_info: {} }]]))(
    'a job that was made without a name is found in the list: %j',
    async ([data], { user }) => {
      open();
      await readyToMake();
      const made = respondWith(data);
      lookForJobsAtOnce();

      await make();

      // At once: a finished job goes on to its pictures.
      const found = await waitFor(() => {
        expect(location.pathname).toBe('/tyy/making');
        return new URLSearchParams(location.search).get('train_id');
      });
      const { list } = await dataOf(user.get('getTrainAndGenerateResultList'));
      expect(list.map(job => job.train_id)).toEqual([found]);
      expect(made()).toBe(1);
    },
  );

  test.for(someOf(1, [404, 500]))('code 0 is no failure, though its HTTP status is %i', async status => {
    open();
    await readyToMake();
    const made = respondWith({ train_id: 't1' }, empty, status);
    const asked = vi.fn();
    intercept(async ({ path }, send) => {
      if (path !== '/v1/getTrainAndGenerateResultById') return send();
      asked();
      return Response.json({ code: 1003, data: null }, { status: 404 });
    });

    await make();

    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(location.search).toContain('train_id=t1');
    // Those who read are behind those who write.
    await screen.findAllByText('Creating');
    expect(screen.queryByText(/no longer available/)).toBeNull();
    expect(made()).toBe(1);
  });

  test('a job that nobody names is no failure, and is not offered to be paid again', async ({ user }) => {
    open();
    await readyToMake();
    const made = respondWith(null, empty);
    lookForJobsAtOnce();

    await make();

    await screen.findByText(being);
    await press('See my pictures');
    await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
    await renderAt('/make-pic');
    const use = await screen.findByRole('button', { name: /^Use template/ });
    expect((use as HTMLButtonElement).disabled).toBe(true);
    expect(made()).toBe(1);
    expect((await dataOf(user.get('getTrainAndGenerateResultList'))).list).toHaveLength(1);
  });

  test.for([true, false])(
    'the page ends while the job is looked for; it is listed then: %s',
    async isListed => {
      open();
      await readyToMake();
      const lookUp = vi.fn<(send: Send) => Promise<Response>>(neverEnding);
      const made = respondWith({}, send => (made() > 0 ? lookUp(send) : send()));
      await make();
      await waitFor(() => expect(lookUp).toHaveBeenCalled());

      lookUp.mockImplementation(isListed ? send => send() : empty);
      lookForJobsAtOnce();
      await renderAt('/make-pic');

      if (isListed) await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
      else await screen.findByText(being);
      expect(screen.queryByRole('button', { name: 'Make my pictures' })).toBeNull();
      expect(made()).toBe(1);
    },
  );

  test('without a network right after, it is no failure either', async () => {
    open();
    await readyToMake();
    let isOffline = false;
    intercept(async ({ path }, send) => {
      if (isOffline) throw new TypeError('no network');
      const response = await send();
      if (path !== '/v1/goTrainAndGeneratePic') return response;
      isOffline = true;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      return Response.json({ code: '0' });
    });
    lookForJobsAtOnce();

    await make();

    await screen.findByText(being);
    await press('See my pictures');
    await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
  });
});

test("an API of the specification's calls that never names a job is paid once", async ({ user }) => {
  const credentials = await dataOf(user.get('getOssStsInfo'));
  const backend = inject('backend');
  const api = await openSpecApi({ port: 0, app: backend, pictures: backend, uploads: () => credentials });
  onTestFinished(api.close);
  api.isNameless = true;
  agreedHere();
  const { token } = user;
  api.users.set('Ann', {
    ...{ token, name: 'Ann', coins: 50, vipLevel: 0 },
    ...{ jobs: [], photos: [], orders: new Map(), statements: [] },
  });
  const next = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { pathname, search } = new URL(input, location.href);
    const isCall = pathname.startsWith('/v1/');
    return next(isCall ? `http://127.0.0.1:${api.port}${pathname}${search}` : input, init);
  });
  await readyToMake();
  lookForJobsAtOnce();

  await make();

  await screen.findByText(being);
  await press('See my pictures');
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
  await renderAt('/make-pic');
  const use = await screen.findByRole('button', { name: /^Use template/ });
  expect((use as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Make my pictures' })).toBeNull();
  expect(api.log.filter(name => name === 'goTrainAndGeneratePic')).toHaveLength(1);
  expect(api.users.get('Ann')).toMatchObject({ coins: 30, jobs: [{ train_id: 't1' }] });
});
