import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Every file below a folder, as paths from the project's root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** The files of the project's root itself. */
export const rootFiles = () =>
  readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name);

/** The text of a file given by its path from the project's root. */
export const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A file's text without its comments, which may name what the code may not. */
export const withoutComments = (file: string) =>
  readSource(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Our own files whose values a file imports: `import type` does not count, dynamic imports do. */
export function valueImports(file: string): string[] {
  if (file.endsWith('.d.ts')) return [];
  return targets(file, [
    /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm,
    /\bimport\('(\.[^']+)'\)/g,
  ]);
}

/** Our own files that a file imports anything from, types included. */
export function allImports(file: string): string[] {
  return targets(file, [
    /^(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm,
    /\bimport\('(\.[^']+)'\)/g,
  ]);
}

function targets(file: string, patterns: RegExp[]): string[] {
  const text = readSource(file);
  const names = patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] as string));
  return names.map(name => path.posix.join(path.posix.dirname(file), name));
}

/** The circles among nodes that point at each other, each as "a → b → a". */
export function findCycles(nodes: string[], next: (node: string) => string[]): string[] {
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
