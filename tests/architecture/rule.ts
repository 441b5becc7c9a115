import type { Tree } from './tree.ts';

/** A rule for the project, with examples that break it. */
export interface Rule {
  name: string;
  /** Returns one sentence for each violation, which names the file and the fault. */
  findViolations(tree: Tree): string[];
  /** File changes that break the rule. `findViolations` must report each of these files. */
  broken: Record<string, string>;
  /** File changes that do not break the rule. */
  fine?: Record<string, string>;
  /** The beginnings of the violations, if these do not begin with the names of the broken files. */
  reports?: string[];
}
