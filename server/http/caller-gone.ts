import type { FastifyReply } from 'fastify';

/** Aborted when the caller disconnects. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Watches the response: the request closes as soon as its body has been read.
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}
