import type { Tree } from './tree.ts';

/** A rule that the project must follow, with examples of changes that break the rule. */
export interface Rule {
  name: string;
  /** Returns one sentence for each violation, which names the file and the fault. */
  findViolations(tree: Tree): string[];
  /** File changes that break the rule, each with the violations that `findViolations` must return. */
  breaks: { files: Record<string, string>; says: string[] }[];
}
