import { vi } from 'vitest';
import type { CallName, Data } from '../../../server/contract/calls.ts';
import { limits } from '../../../server/contract/limits.ts';
import type { Channel } from '../../../server/contract/money.ts';
import type { Reading } from '../../../src/api/data.ts';

/** A request from the page. Header names are in lower case. */
export interface PageRequest {
  path: string;
  query: URLSearchParams;
  headers: string[];
  body: string;
}

/** Handles a request from the page. `send` forwards the request to the next step or the backend. */
type Step = (request: PageRequest, send: () => Promise<Response>) => Promise<Response>;

/** Adds a step between the page and its backend, in front of earlier steps, until the test ends. */
export function intercept(step: Step): void {
  const next = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(String(input), location.href);
    return step(
      {
        path,
        query,
        headers: [...new Headers(init?.headers).keys()].map(name => name.toLowerCase()),
        body: String(init?.body ?? ''),
      },
      () => next(input, init),
    );
  });
}

/** Makes requests fail and `navigator.onLine` false; returns a function that restores the network. */
export function cutNetwork(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isCut = true;
  intercept((_, send) => (isCut ? Promise.reject(new TypeError('no network')) : send()));
  return () => {
    isCut = false;
    onLine.mockReturnValue(true);
  };
}

/** Records the page's requests in the returned list. */
export function recordRequests(): PageRequest[] {
  const requests: PageRequest[] = [];
  intercept((request, send) => {
    requests.push(request);
    return send();
  });
  return requests;
}

/** Replaces the data in responses to a call. 'no network' makes the call fail. */
export function stubCall<Name extends CallName>(name: Name, data: () => Reading<Data<Name>> | 'no network') {
  intercept(async ({ path }, send) => {
    if (path !== `/v1/${name}`) return send();
    const stub = data();
    if (stub === 'no network') throw new TypeError('no network');
    return Response.json({ code: 0, data: stub, message: '' });
  });
}

export function changeResponse(
  name: CallName,
  change: (response: Response) => Response | Promise<Response>,
): void {
  intercept(async ({ path }, send) => {
    const response = await send();
    return path === `/v1/${name}` ? change(response) : response;
  });
}

/** Changes the data in successful responses to a call before the page receives them. */
export function changeData<Name extends CallName>(
  name: Name,
  change: (data: Data<Name>) => Reading<Data<Name>>,
): void {
  changeResponse(name, async response => {
    const envelope = await response.json();
    const data = envelope.code === 0 ? change(envelope.data) : envelope.data;
    return Response.json({ ...envelope, data }, { status: response.status });
  });
}

/** Makes the backend offer only these payment channels. */
export function withPayChannels(...pay_channels: Channel[]): void {
  changeData('getUserInfo', user => ({
    ...user,
    features: [...(user.features ?? []), 'pay-channels'],
    pay_channels,
  }));
}

/**
 * Limits the backend to the specification's calls. If `hasAgreed` is true, the user has given consent on this device.
 */
export function withoutFeatures({ hasAgreed = true } = {}): void {
  changeData('getUserInfo', ({ features, ...user }) => user);
  if (hasAgreed) agreedHere();
}

/** Saves a consent from an earlier visit, to the consent text of a page without facts about the operator. */
function agreedHere(): void {
  const version = JSON.stringify([limits.consentText, '', '', 14, null, null]);
  globalThis.fakeIdb?.set('/tyy.consent', JSON.stringify(version));
}
