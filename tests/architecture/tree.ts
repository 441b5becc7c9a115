import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's files. Paths are relative to the project's root. */
export interface Tree {
  files: string[];
  read(file: string): string;
}

/** All top-level folders with code. */
export const codeFolders = ['src', 'server', 'sw', 'scripts', 'tools', 'vite-plugins', 'tests'];

const root = path.resolve(import.meta.dirname, '../..');
const texts = new Map<string, string>();

/** This project's files in the root folder and below the code folders. */
export const project: Tree = {
  files: [
    ...codeFolders.flatMap(filesBelow),
    ...readdirSync(root, { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : [])),
  ],
  read(file) {
    const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    texts.set(file, text);
    return text;
  },
};

function filesBelow(folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  // Skip the node_modules of each tool.
  return entries.flatMap(entry => {
    if (entry.name === 'node_modules') return [];
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** Returns a copy of a tree with changed or added files. */
export const withFiles = (tree: Tree, changed: Record<string, string>): Tree => ({
  files: [...new Set([...tree.files, ...Object.keys(changed)])],
  read: file => changed[file] ?? tree.read(file),
});

/** Returns the code files in these top-level folders. */
export const codeIn = (tree: Tree, ...folders: string[]): string[] =>
  tree.files.filter(
    file => folders.includes(file.split('/')[0] as string) && /\.[cm]?[jt]sx?$/.test(path.basename(file)),
  );

/** Returns a file's text without comments, because most rules apply only to code. */
export const withoutComments = (tree: Tree, file: string): string =>
  // The /* in a string such as 'image/*' does not start a comment.
  tree.read(file).replace(/(?<=^|[\s({[,;])\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** True if a change to the file makes the server draw all templates again. */
export const isArt = (file: string): boolean => /^server\/generator\/(?!remote\/)/.test(file);
