import path from 'node:path';
import { type Tree, withoutComments } from './tree.ts';

const dynamic = /\bimport\(\s*['"`](\.[^'"`]+)['"`]/g;
const worker = /\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g;

/** Our own files from which a file imports values. Includes dynamic imports and workers, but not `import type`. */
export function valueImports(tree: Tree, file: string): string[] {
  if (file.endsWith('.d.ts')) return [];
  const fixed = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
  return targets(tree, file, [fixed, dynamic, worker]);
}

/** Our own files from which a file imports values or types. */
export function allImports(tree: Tree, file: string): string[] {
  const fixed = /^(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
  return targets(tree, file, [fixed, dynamic, worker]);
}

function targets(tree: Tree, file: string, patterns: RegExp[]): string[] {
  const text = withoutComments(tree, file);
  const names = patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] as string));
  return names.map(name => path.posix.join(path.posix.dirname(file), name));
}

/** The cycles in a graph, each as "a → b → a". */
function findCycles(nodes: string[], next: (node: string) => string[]): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();

  function visit(node: string, trail: string[]): void {
    if (trail.includes(node)) {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
    } else if (!done.has(node)) {
      for (const target of next(node)) visit(target, [...trail, node]);
      done.add(node);
    }
  }

  for (const node of nodes) visit(node, []);
  return cycles;
}

/**
 * Reports imports between zones that a table does not allow, files in zones without a row, and cycles in the table. A
 * row has the zones from which its zone may import, separated by spaces; `*` stands for all. A zone may be null.
 */
export function findForeign(
  tree: Tree,
  files: string[],
  zones: Record<string, string>,
  zoneOf: (file: string) => string | null,
): string[] {
  const allowedIn = (zone: string) => (zones[zone] ?? '').split(' ').filter(Boolean);
  const foreign = files.flatMap(file => {
    const zone = zoneOf(file);
    if (zone === null || zones[zone] === '*') return [];
    if (!(zone in zones)) return [`${file} is in the zone ${zone}, which has no row in the table of zones`];
    return allImports(tree, file)
      .filter(target => ![null, zone, ...allowedIn(zone)].includes(zoneOf(target)))
      .map(target => `${file} imports ${target}; ${zone} may import from ${zones[zone] || 'no other zone'}`);
  });
  return [...foreign, ...findCycles(Object.keys(zones), allowedIn)];
}
