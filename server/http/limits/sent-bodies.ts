import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { addressOf } from '../address-of.ts';
import { callerGone } from '../caller-gone.ts';
import { firstOfGreediest } from './first-of-greediest.ts';
import { type LeastPace, Pace } from './pace.ts';

interface Sent {
  caller: string;
  size: 1;
  body: Readable;
  pace: Pace;
}

const lookEvery = 1_000;

/** `most`: concurrent bodies. */
interface Bounds extends LeastPace {
  most: number;
}

/**
 * Limits large bodies being sent, each of which takes a file handle. New ones are never refused: if there are too many,
 * the slowest of the address with the most is destroyed, or its oldest while all are in their grace time.
 */
export class SentBodies {
  readonly #bounds: Bounds;
  readonly #sent = new Set<Sent>();
  #watching: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Counts a body until it closes; destroys it if its reader is gone or too slow, or to make room. */
  add(body: Readable, reply: FastifyReply): void {
    if (this.#sent.size >= this.#bounds.most) firstOfGreediest(this.#slowestFirst())?.body.destroy();
    const { socket } = reply.request.raw;
    // Bytes still buffered in the socket have not reached the reader. NaN without a connection, as in tests.
    const taken = () => socket.bytesWritten - socket.writableLength || 0;
    const before = taken();
    const pace = new Pace(() => taken() - before, this.#bounds);
    const sent: Sent = { caller: addressOf(reply.request), size: 1, body, pace };
    this.#sent.add(sent);
    this.#watching ??= setInterval(() => this.#endCrawling(), lookEvery).unref();
    body.once('close', () => {
      this.#sent.delete(sent);
      if (this.#sent.size > 0) return;
      clearInterval(this.#watching);
      this.#watching = undefined;
    });
    const gone = callerGone(reply);
    if (gone.aborted) body.destroy();
    else gone.addEventListener('abort', () => body.destroy());
  }

  /** Bodies in their grace time last, the oldest of them first. */
  #slowestFirst(): Sent[] {
    const speedOf = ({ pace }: Sent) => (pace.isYoung ? Number.MAX_VALUE : pace.speed);
    return [...this.#sent].toSorted((one, other) => speedOf(one) - speedOf(other));
  }

  #endCrawling(): void {
    for (const { pace, body } of this.#sent) if (pace.crawls) body.destroy();
  }
}
