import type { Tree } from './tree.ts';

/** A rule for the project, with examples that break it. */
export interface Rule {
  name: string;
  /** Returns one sentence for each violation, which names the file and the fault. */
  findViolations(tree: Tree): string[];
  /** File changes that break the rule, each with the violations that `findViolations` must return. */
  breaks: { files: Record<string, string>; says: string[] }[];
}
