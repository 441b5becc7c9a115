import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { inTime, NoResponse } from '../src/platform/in-time.ts';

/** Requests whose strategy has finished with its cache and waits for the network, which may be slow. */
const pastCache = new WeakSet<ExtendableEvent>();

/** True after a cache timeout, until the cache responds: else each request would wait for the full limit. */
let isSilent = false;

/** Plugin for each strategy that `orNetwork` calls. */
export const notePastCache: WorkboxPlugin = {
  requestWillFetch: async ({ request, event }) => {
    if (event) pastCache.add(event);
    return request;
  },
};

/** Runs a cache-first strategy. If its cache does not respond in time, fetches from the network. */
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
