import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { inTime, NoResponse } from '../src/platform/in-time.ts';

/** Events whose request was not in the cache. They wait for the network instead, without a time limit. */
const pastCache = new WeakSet<ExtendableEvent>();

/** True after a cache timeout, until the cache responds. Otherwise every request would wait for the timeout. */
let isSilent = false;

/** Records the events whose requests are not in the cache. Every strategy called by `orNetwork` must have this plugin. */
export const notePastCache: WorkboxPlugin = {
  requestWillFetch: async ({ request, event }) => {
    if (event) pastCache.add(event);
    return request;
  },
};

/** Runs a cache-first strategy. If the cache does not respond in time, fetches from the network. */
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
