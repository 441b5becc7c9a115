import type { Rule } from './rule.ts';
import { project, type Tree } from './tree.ts';

/** The maximum lines of code per folder. Delete code before you raise a number, and say so in the commit message. */
const ceiling = 'tests/architecture/ceiling.json';

const readCeiling = (tree: Tree) => JSON.parse(tree.read(ceiling)) as Record<string, number>;

const sentence = (zone: string, most = 0) => `${zone} has more than the ${most} lines of ${ceiling}`;

/** Counts the lines of code and CSS in each of these top-level folders; `rest` counts all other folders. */
function countLines(tree: Tree, zones: string[]): Record<string, number> {
  const counts = Object.fromEntries(zones.map(zone => [zone, 0]));
  for (const file of tree.files.filter(file => file.includes('/') && /\.(tsx?|mjs|css)$/.test(file))) {
    const zone = file.split('/')[0] as string;
    const key = zones.includes(zone) ? zone : 'rest';
    counts[key] = (counts[key] ?? 0) + tree.read(file).split('\n').length - 1;
  }
  return counts;
}

/** Prevents the code from growing unnoticed. */
export const ceilingRules: Rule[] = [
  {
    name: `no folder has more lines of code than ${ceiling} allows`,
    findViolations(tree) {
      const most = readCeiling(tree);
      return Object.entries(countLines(tree, Object.keys(most)))
        .filter(([zone, lines]) => lines > (most[zone] ?? 0))
        .map(([zone]) => sentence(zone, most[zone]));
    },
    broken: {
      'scripts/long.mjs': '\n'.repeat(1e5),
      'new/long.ts': '\n'.repeat(1e5),
    },
    reports: ['scripts', 'rest'].map(zone => sentence(zone, readCeiling(project)[zone])),
  },
];
