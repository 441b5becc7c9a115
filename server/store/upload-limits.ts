import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { OssError } from './oss-error.ts';

/** Everything that bounds uploads to our own store. Of one user, if nothing else is said. */
export const uploadLimits = {
  /** Requests that one process handles at the same time, of all users and of one. Each takes a file handle and some 100 kB. */
  atOnceOfAll: 100,
  atOnce: 10,
  /** Requests a minute that one process handles. */
  aMinute: 600,
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
  /** Bytes that must stay free on the disk, for the database and what is made. */
  leastFree: 256 * 1024 * 1024,
} as const;

const minute = 60_000;

/** By which an uploader is known in tables and folders, which outlive their account by a day. */
export function ownerOf(prefix: string): string {
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32);
}

/** What a user has running in this process. */
interface Running {
  requests: number;
  bytes: number;
}

/** Bounds what this process receives at the same time and a minute; users are told apart by the prefix that they may write. */
export class UploadLimits {
  readonly #running = new Map<string, Running>();
  #lately = new Map<string, number>();
  #since = performance.now();
  #all = 0;

  /** Counts a request and the bytes that it brings until the returned function is called; throws an OssError where that is too much. */
  begin(prefix: string, bytes: number): () => void {
    const running = this.#running.get(prefix) ?? { requests: 0, bytes: 0 };
    const isTooMuch =
      this.#all >= uploadLimits.atOnceOfAll ||
      running.requests >= uploadLimits.atOnce ||
      running.bytes + bytes > uploadLimits.bytesAtOnce ||
      this.#countOfMinute(prefix) > uploadLimits.aMinute;
    if (isTooMuch) {
      throw new OssError(503, 'QpsLimitExceeded', 'Too many uploads run at the same time. Try again later.');
    }
    this.#all += 1;
    running.requests += 1;
    running.bytes += bytes;
    this.#running.set(prefix, running);
    return () => {
      this.#all -= 1;
      running.requests -= 1;
      running.bytes -= bytes;
      if (running.requests === 0) this.#running.delete(prefix);
    };
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
