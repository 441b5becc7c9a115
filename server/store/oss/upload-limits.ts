import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { leastFree } from '../../http/files/free-on-disk.ts';
import { Pace } from '../../http/limits/pace.ts';
import { OssError } from './oss-error.ts';

/** Everything that bounds uploads to our own store. Of one user, if nothing else is said. */
export const uploadLimits = {
  /** Requests that one process handles at the same time, of all users and of one. Each takes a file handle and some 100 kB. */
  atOnceOfAll: 100,
  atOnce: 10,
  /** Requests a minute that one process handles. */
  aMinute: 600,
  /** Bytes a second that a body brings, on average once `grace` (milliseconds) is over: the slowest lines bring more. */
  slowest: 1_000,
  grace: 30_000,
  /** Bytes that are on their way to one process at the same time: five photos of the largest size. */
  bytesAtOnce: limits.photos * limits.photoBytes,
  /** Uploads in parts that are not completed; the one that was not used for longest makes way for the next. */
  begun: 10,
  /** Parts of one upload, which may have the bytes of one object together: OSS takes none below 100 kB but the last. */
  parts: 256,
  /** Milliseconds after which an upload that is not completed goes. */
  begunFor: 24 * 60 * 60 * 1000,
  /** Bytes of the list of parts that completes an upload. */
  partList: 64 * 1024,
  /** Letters of a Content-Type. */
  type: 200,
  /** Photos that lie in the store. */
  kept: 1_000,
  /** Photos, parts and begun uploads a day, and bytes: some hundred jobs of five prepared photos. */
  filesADay: 5_000,
  bytesADay: 500 * 1024 * 1024,
  leastFree,
} as const;

const minute = 60_000;

/** By which an uploader is known in tables and folders, which outlive their account by a day. */
export function ownerOf(prefix: string): string {
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32);
}

/** One request that is handled. */
export interface Running {
  /** Bytes of its body so far. */
  come: number;
  readonly pace: Pace;
  end(): void;
}

/** The same as it is counted; `raw` is ended where it makes way. */
interface Counted extends Running {
  prefix: string;
  bytes: number;
  raw: IncomingMessage;
}

/** Bounds what this process receives at the same time and a minute; users are told apart by the prefix that they may write. */
export class UploadLimits {
  readonly #running = new Set<Counted>();
  #lately = new Map<string, number>();
  #since = performance.now();

  /**
   * Counts a request and the bytes that it brings until its `end`; throws an OssError where that is too much. Where too many
   * run of all, the slowest of the user who has the most makes way for one of a user who has fewer.
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

  /** How many bytes will still come of all requests. */
  bytesToCome(): number {
    return [...this.#running].reduce((sum, { bytes, come }) => sum + Math.max(0, bytes - come), 0);
  }

  /** Ends one request of the user who has the most, unless they would then have fewer than the `own` of another user and one more. */
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
