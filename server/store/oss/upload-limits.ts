import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { leastFree } from '../../http/files/free-on-disk.ts';
import { bounds } from '../../http/limits/bounds.ts';
import { Pace, Rate, Sums } from '../../http/limits/limiters.ts';

/** Limits of uploads to our own store, in addition to the limits per user in bounds.ts. */
export const uploadLimits = {
  /**
   * Minimum average speed of a body in bytes a second, enforced after `grace` (ms). Even the slowest real connections
   * are faster.
   */
  slowest: 1_000,
  grace: 30_000,
  /** An incomplete upload expires after this long (ms). */
  begunFor: 24 * 60 * 60 * 1000,
  /** Maximum bytes of the part list that completes an upload. */
  partList: 64 * 1024,
  /** Maximum characters of a Content-Type. */
  type: 200,
  leastFree,
} as const;

const minute = 60_000;

/** Identifies an uploader in tables and folders. Hashed, because these outlive a deleted account by a day. */
export function ownerOf(prefix: string): string {
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32);
}

export interface Running {
  come: number;
  readonly pace: Pace;
  end(): void;
}

/** `raw` is destroyed to make room for another user's request. */
interface Counted extends Running {
  prefix: string;
  bytes: number;
  raw: IncomingMessage;
}

/** Limits concurrent uploads and uploads per minute in this process. A user is identified by the upload prefix. */
export class UploadLimits {
  readonly #running = new Set<Counted>();
  readonly #calls = new Rate(bounds.uploadCalls, minute);

  /**
   * Counts a request and its bytes until `end` is called; throws an OssError above a limit. If the process has too many
   * requests, ends the slowest one of the user with the most, provided that the new request's user has fewer.
   */
  begin(raw: IncomingMessage, prefix: string, bytes: number): Running {
    const own = this.#of(prefix);
    const isTooMuch =
      own.length >= bounds.uploads.ofOne ||
      own.reduce((sum, running) => sum + running.bytes, bytes) > bounds.uploadBytes.ofOne ||
      !this.#calls.take(prefix) ||
      (this.#running.size >= bounds.uploads.inAll && !this.#makeWay(own.length));
    if (isTooMuch) {
      throw new OssError(503, 'QpsLimitExceeded', 'Too many uploads run at the same time. Try again later.');
    }
    const counted: Counted = {
      prefix,
      bytes,
      raw,
      come: 0,
      pace: new Pace(() => counted.come, uploadLimits),
      end: () => this.#running.delete(counted),
    };
    this.#running.add(counted);
    return counted;
  }

  bytesToCome(): number {
    return [...this.#running].reduce((sum, { bytes, come }) => sum + Math.max(0, bytes - come), 0);
  }

  /** Ends a request of the user with the most requests, if that user still has more than `own` afterwards. */
  #makeWay(own: number): boolean {
    const all = [...this.#running];
    const counts = new Sums();
    for (const { prefix } of all) counts.add(prefix, 1);
    const most = Math.max(...all.map(({ prefix }) => counts.of(prefix)));
    if (most <= own + 1) return false;
    const slowest = all
      .filter(({ prefix, raw }) => counts.of(prefix) === most && !raw.complete)
      .toSorted((one, other) => one.pace.speed - other.pace.speed)[0];
    slowest?.end();
    slowest?.raw.destroy();
    return slowest !== undefined;
  }

  #of(prefix: string): Counted[] {
    return [...this.#running].filter(running => running.prefix === prefix);
  }
}

export class OssError extends Error {
  override readonly name = 'OssError';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
