import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { callBackend, signedIn } from '../../support/render-at.tsx';
import { heading, press, readyToMake } from '../../support/wizard.ts';

let token: string;

beforeEach(async () => {
  token = await signedIn();
});

/** What the server's answers to a path are turned into before the app sees them. */
function meddle(path: string, change: (answer: Response) => Response | Promise<Response>): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init);
    return String(input).includes(path) ? change(answer) : answer;
  });
}

test('a lost answer and another try pay once', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Promise.reject(new TypeError('the network went away')));
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('network error');
  vi.restoreAllMocks();

  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const { list } = await callBackend<{ list: unknown[] }>('/v1/getTrainAndGenerateResultList', token);
  expect(list).toHaveLength(1);
});

test('who is short of coins is told by how many, and where to get them', async () => {
  await readyToMake();
  meddle('getUserInfo', async answer => {
    const envelope = await answer.json();
    return Response.json({ ...envelope, data: { ...envelope.data, coins: 5 } });
  });

  await press(/^Use template/);

  await screen.findByRole('heading', { name: 'You are 15 gold coins short' });
  await press('Get coins');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
});

test('a refusal for want of coins leads to the subscription', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218020, data: null, message: 'no' }));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/subscription'));
});

test('photos that are refused are explained, and can be changed', async () => {
  await readyToMake();
  const message = 'Photo 1: the face is turned away.';
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218030, data: null, message }));
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(message);
  await press('Change photos');
  await heading('Add a front photo');
});

test('offline, the user is told before anything fails', async () => {
  await readyToMake();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press(/^Use template/);

  await screen.findByText(/^You are offline\. Your photos are saved/);
});
