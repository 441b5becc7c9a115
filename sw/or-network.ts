import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { inTime, NoResponse } from '../src/platform/in-time.ts';

/** Requests whose strategy is past its cache, and waits for the network, which may be slow. */
const pastCache = new WeakSet<ExtendableEvent>();

/** Whether a cache has said nothing in time: until it responds again, each request would cost the whole time. */
let isSilent = false;

/** Belongs to each strategy that `orNetwork` calls. */
export const notePastCache: WorkboxPlugin = {
  requestWillFetch: async ({ request, event }) => {
    if (event) pastCache.add(event);
    return request;
  },
};

/** The response of a strategy that looks into its cache first; where that says nothing in time, the network's. */
export async function orNetwork(
  { request, event }: Pick<RouteHandlerCallbackOptions, 'request' | 'event'>,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (isSilent) return fetch(request);
  const response = handle();
  const onResponse = () => {
    isSilent = false;
  };
  response.then(onResponse, onResponse);
  try {
    return await inTime(response);
  } catch (error) {
    if (!(error instanceof NoResponse) || pastCache.has(event)) return response;
    isSilent = true;
    return fetch(request);
  }
}
