import type { Tree } from './tree.ts';

/** What holds in this project, and how it is seen to break. */
export interface Rule {
  /** The rule as a sentence. */
  name: string;
  /** One sentence for each place that breaks it, which names the file and what is wrong there. */
  findViolations(tree: Tree): string[];
  /** Changes of files that break it, each with every violation it must report. */
  breaks: { files: Record<string, string>; says: string[] }[];
}
