import type { FastifyReply } from 'fastify';

/** Aborted as soon as the caller has hung up: nobody waits for the response any more. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Not that of the request, which closes when its body has been read.
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}
