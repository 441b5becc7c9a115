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

/** The text of a file given by its path from the project's root. */
export const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A file's text without its comments, which may name what the code may not. */
export const withoutComments = (file: string) =>
  readSource(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Our own files whose values a file imports: `import type` does not count, dynamic imports do. */
export function valueImports(file: string): string[] {
  if (file.endsWith('.d.ts')) return [];
  const text = readSource(file);
  const statements = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\('(\.[^']+)'\)/g),
  ];
  return statements.map(match => path.posix.join(path.posix.dirname(file), match[1] as string));
}
