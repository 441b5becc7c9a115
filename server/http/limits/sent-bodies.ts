import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { addressOf } from '../address-of.ts';
import { callerGone } from '../caller-gone.ts';
import { firstOfGreediest } from './first-of-greediest.ts';
import { type LeastPace, Pace } from './pace.ts';

/** A body that is being sent to an address. */
interface Sent {
  caller: string;
  size: 1;
  body: Readable;
  pace: Pace;
}

const lookEvery = 1_000;

/** How many bodies are sent at the same time, and how fast each of them at least. */
interface Bounds extends LeastPace {
  most: number;
}

/**
 * Bounds large bodies while they are sent, each of which takes a file handle. Nobody is refused: of the address that has most,
 * the slowest makes way, or the oldest while all are young.
 */
export class SentBodies {
  readonly #bounds: Bounds;
  readonly #sent = new Set<Sent>();
  #watching: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Counts a body until it closes; it is destroyed when its caller is gone, reads too slowly, or has to make way. */
  add(body: Readable, reply: FastifyReply): void {
    if (this.#sent.size >= this.#bounds.most) firstOfGreediest(this.#slowestFirst())?.body.destroy();
    const { socket } = reply.request.raw;
    // What the socket still holds was not taken by the reader. A request that came by no connection, as in tests, has no numbers.
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

  /** Bodies whose speed is not known yet come last, the oldest of them first. */
  #slowestFirst(): Sent[] {
    const speedOf = ({ pace }: Sent) => (pace.isYoung ? Number.MAX_VALUE : pace.speed);
    return [...this.#sent].toSorted((one, other) => speedOf(one) - speedOf(other));
  }

  #endCrawling(): void {
    for (const { pace, body } of this.#sent) if (pace.crawls) body.destroy();
  }
}
