import type { Tree } from './tree.ts';

/** A rule of the project, with changes that break it. */
export interface Rule {
  /** The rule as a sentence. */
  name: string;
  /** Returns one sentence for each violation, with the file and the fault. */
  findViolations(tree: Tree): string[];
  /** Changes of files that break the rule, each with the violations that the rule must report. */
  breaks: { files: Record<string, string>; says: string[] }[];
}
