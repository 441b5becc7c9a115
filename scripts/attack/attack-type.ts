import type { Tally } from './attackers.ts';
import type { ServerProcess } from './server-process.ts';

/** What attacks are given. */
export interface Aim {
  origin: string;
  /** Where the attacked process keeps its files, of which a full disk or a kill may have left one half-written. */
  dataDir: string;
  /** Starts one more process on its database and its files. */
  startAnother(): Promise<ServerProcess>;
  /** Calls a minute that one address may make. */
  rateLimit: number;
  isShort: boolean;
  /** Milliseconds (--p99) that each request of a bystander may take; a bound of its own that is shorter is for a machine that does nothing else. */
  patience: number;
  tally: Tally;
}

/**
 * An attack in two steps: the setup, which is not measured, and the attack. It throws when it achieves something that
 * it must not.
 */
export interface Attack {
  name: string;
  /**
   * What the attacked process does: `all` makes pics too, on the embedded database, and `with-services` does so by services
   * elsewhere; else it is an API node.
   */
  role?: 'all' | 'with-services';
  /** MB that the process may take more than before. */
  moreMemory?: number;
  prepare(aim: Aim): Promise<() => Promise<void>>;
}

/** The numbers from 0 below `count`. */
export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What a bystander experienced: milliseconds of each request, and how many had no good response. */
export interface Watched {
  times: Record<'file' | 'call', number[]>;
  failures: number;
}
