import { OssError } from './oss-error.ts';

/** Uploads that run at the same time: of all users, and of one. Each takes a file handle and some 100 kB. */
const mostAtOnce = 100;
const mostOfUser = 10;

/** Bytes that one user may upload a day: some hundred jobs of five prepared photos. */
const bytesADay = 500 * 1024 * 1024;
const day = 24 * 60 * 60 * 1000;

/** Bounds what this process receives; users are told apart by the prefix that they may write. */
export class UploadLimits {
  readonly #clock: () => number;
  readonly #running = new Map<string, number>();
  #bytes = new Map<string, number>();
  #since: number;
  #all = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#since = clock();
  }

  /** Counts an upload from now until the returned function is called; throws an OssError where it is one too many. */
  begin(prefix: string): () => void {
    const running = this.#running.get(prefix) ?? 0;
    if (this.#all >= mostAtOnce || running >= mostOfUser) {
      throw new OssError(503, 'QpsLimitExceeded', 'Too many uploads run at the same time. Try again later.');
    }
    this.#all += 1;
    this.#running.set(prefix, running + 1);
    return () => {
      this.#all -= 1;
      const left = this.#running.get(prefix)! - 1;
      if (left > 0) this.#running.set(prefix, left);
      else this.#running.delete(prefix);
    };
  }

  /** Counts bytes as they come; throws an OssError beyond what a user may upload a day. */
  count(prefix: string, bytes: number): void {
    if (this.#clock() - this.#since > day) {
      this.#bytes = new Map();
      this.#since = this.#clock();
    }
    const sum = (this.#bytes.get(prefix) ?? 0) + bytes;
    this.#bytes.set(prefix, sum);
    if (sum > bytesADay) {
      throw new OssError(403, 'QuotaExceeded', 'Too much was uploaded today. Try again tomorrow.');
    }
  }
}
