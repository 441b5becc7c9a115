import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { leastFree } from '../../http/files/free-on-disk.ts';
import { Pace } from '../../http/limits/pace.ts';
import { OssError } from './oss-error.ts';

/** Limits of uploads to our own store; per user unless stated otherwise. */
export const uploadLimits = {
  /** Concurrent requests in one process: of all users, and of one. Each takes a file handle and some 100 kB. */
  atOnceOfAll: 100,
  atOnce: 10,
  /** Requests a minute in one process. */
  aMinute: 600,
  /** Least average bytes a second of a body, after `grace` (milliseconds). Even the slowest connections are faster. */
  slowest: 1_000,
  grace: 30_000,
  /** Bytes in transit to one process: five photos of the largest size. */
  bytesAtOnce: limits.photos * limits.photoBytes,
  /** Incomplete multipart uploads; another one removes the one unused for longest. */
  begun: 10,
  /** Together they may have the bytes of one object; OSS requires 100 kB per part, except the last. */
  parts: 256,
  /** Milliseconds until an incomplete upload expires. */
  begunFor: 24 * 60 * 60 * 1000,
  /** Bytes of the parts list that completes an upload. */
  partList: 64 * 1024,
  /** Characters of a Content-Type. */
  type: 200,
  /** Photos in the store. */
  kept: 1_000,
  /** Photos, parts and started uploads a day; and bytes a day: some hundred jobs of five prepared photos. */
  filesADay: 5_000,
  bytesADay: 500 * 1024 * 1024,
  leastFree,
} as const;

const minute = 60_000;

/** Identifies an uploader in tables and folders, which outlive the account by a day. */
export function ownerOf(prefix: string): string {
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32);
}

export interface Running {
  /** Bytes received so far. */
  come: number;
  readonly pace: Pace;
  end(): void;
}

/** `raw` is destroyed if the request must make room for another user's. */
interface Counted extends Running {
  prefix: string;
  bytes: number;
  raw: IncomingMessage;
}

/** Limits concurrent uploads, and uploads a minute, of this process. The writable prefix identifies a user. */
export class UploadLimits {
  readonly #running = new Set<Counted>();
  #lately = new Map<string, number>();
  #since = performance.now();

  /**
   * Counts a request and its bytes until `end`; throws an OssError above a limit. If the process is full, the slowest
   * request of the user with the most requests is ended in favour of a user with fewer.
   */
  begin(raw: IncomingMessage, prefix: string, bytes: number): Running {
    const own = this.#of(prefix);
    const isTooMuch =
      own.length >= uploadLimits.atOnce ||
      own.reduce((sum, running) => sum + running.bytes, bytes) > uploadLimits.bytesAtOnce ||
      this.#countOfMinute(prefix) > uploadLimits.aMinute ||
      (this.#running.size >= uploadLimits.atOnceOfAll && !this.#makeWay(own.length));
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

  /** Bytes that running requests have yet to send. */
  bytesToCome(): number {
    return [...this.#running].reduce((sum, { bytes, come }) => sum + Math.max(0, bytes - come), 0);
  }

  /** Ends one request of the user with the most, if that user then still has more than `own`. */
  #makeWay(own: number): boolean {
    const all = [...this.#running];
    const counts = new Map<string, number>();
    for (const { prefix } of all) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    const most = Math.max(...counts.values());
    if (most <= own + 1) return false;
    const slowest = all
      .filter(({ prefix, raw }) => counts.get(prefix) === most && !raw.complete)
      .toSorted((one, other) => one.pace.speed - other.pace.speed)[0];
    slowest?.end();
    slowest?.raw.destroy();
    return slowest !== undefined;
  }

  #of(prefix: string): Counted[] {
    return [...this.#running].filter(running => running.prefix === prefix);
  }

  #countOfMinute(prefix: string): number {
    const now = performance.now();
    if (now - this.#since > minute) {
      this.#lately = new Map();
      this.#since = now;
    }
    const count = (this.#lately.get(prefix) ?? 0) + 1;
    this.#lately.set(prefix, count);
    return count;
  }
}
