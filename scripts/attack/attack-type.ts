import type { Tally } from './attackers.ts';
import type { ServerProcess } from './server-process.ts';

export interface Aim {
  origin: string;
  /** The attacked process's DATA_DIR; a full disk or a kill may have left a half-written file there. */
  dataDir: string;
  /** Starts another process with the same database and files. */
  startAnother(): Promise<ServerProcess>;
  /** Calls a minute per address. */
  rateLimit: number;
  isShort: boolean;
  /**
   * Milliseconds (--p99) that each request of a bystander may take. Attacks with stricter limits of their own use the
   * larger one, because strict limits hold only on an idle machine.
   */
  patience: number;
  tally: Tally;
}

/** `prepare`, not measured, resolves with the attack itself, which rejects if it achieves what it must not. */
export interface Attack {
  name: string;
  /** The attacked process: `all` also makes pics; `with-services` by external services; default: an API node. */
  role?: 'all' | 'with-services';
  /** Most MB that the process may use more than before. */
  moreMemory?: number;
  prepare(aim: Aim): Promise<() => Promise<void>>;
}

export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A bystander's requests: milliseconds of each, and the number without a good response. */
export interface Watched {
  times: Record<'file' | 'call', number[]>;
  failures: number;
}
