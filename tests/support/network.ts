import { vi } from 'vitest';
import type { CallName, Data } from '../../server/contract/calls.ts';
import { limits } from '../../server/contract/limits.ts';
import type { Channel } from '../../server/contract/money.ts';
import type { Reading } from '../../src/api/data.ts';

/** A request of the page: the path and the query of its address, the names of its headers in small letters, and its body. */
export interface PageRequest {
  path: string;
  query: URLSearchParams;
  headers: string[];
  body: string;
}

/** What happens to a request of the page; `send` hands it on to what stands behind. */
type Step = (request: PageRequest, send: () => Promise<Response>) => Promise<Response>;

/** Puts something between the page and its backend, before what stands there already; it goes with the test. */
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

/** Cuts the network off, and the browser says so; the function that it returns brings the network back. */
export function cutNetwork(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isCut = true;
  intercept((_, send) => (isCut ? Promise.reject(new TypeError('no network')) : send()));
  return () => {
    isCut = false;
    onLine.mockReturnValue(true);
  };
}

/** The requests that the page makes from now on. */
export function recordRequests(): PageRequest[] {
  const requests: PageRequest[] = [];
  intercept((request, send) => {
    requests.push(request);
    return send();
  });
  return requests;
}

/** Gives the page these data of a call instead of the backend's; 'no network' for none. */
export function stubCall<Name extends CallName>(name: Name, data: () => Reading<Data<Name>> | 'no network') {
  intercept(async ({ path }, send) => {
    if (path !== `/v1/${name}`) return send();
    const stub = data();
    if (stub === 'no network') throw new TypeError('no network');
    return Response.json({ code: 0, data: stub, message: '' });
  });
}

/** Changes the response of a call before the page sees it. */
export function changeResponse(
  name: CallName,
  change: (response: Response) => Response | Promise<Response>,
): void {
  intercept(async ({ path }, send) => {
    const response = await send();
    return path === `/v1/${name}` ? change(response) : response;
  });
}

/** Changes the data of a call that succeeds before the page sees them. */
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

/** Turns the backend into one that sells through these channels alone. */
export function withPayChannels(...pay_channels: Channel[]): void {
  changeData('getUserInfo', user => ({
    ...user,
    features: [...(user.features ?? []), 'pay-channels'],
    pay_channels,
  }));
}

/** Turns the backend into one that has the calls of the specification alone; its user has agreed on this device, or not. */
export function withoutFeatures({ hasAgreed = true } = {}): void {
  changeData('getUserInfo', ({ features, ...user }) => user);
  if (hasAgreed) agreedHere();
}

/** The user has agreed on this device, before, to what a build without `VITE_OPERATOR_*` asks for. */
function agreedHere(): void {
  const version = JSON.stringify([limits.consentText, '', '', 14, null, null]);
  globalThis.fakeIdb?.set('/tyy.consent', JSON.stringify(version));
}
