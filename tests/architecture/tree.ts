import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files by their paths from the project's root, read when they are asked for. */
export interface Tree {
  files: string[];
  read(file: string): string;
}

/** Every folder of the root that holds code. */
export const codeFolders = ['src', 'server', 'sw', 'scripts', 'tools', 'vite-plugins', 'tests'];

const root = path.resolve(import.meta.dirname, '../..');
const texts = new Map<string, string>();

/** This project: its files below the folders of code, and those of its root. */
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
  // Tools have packages of their own.
  return entries.flatMap(entry => {
    if (entry.name === 'node_modules') return [];
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** The same tree with other texts in some of its files, or with more files. */
export const withFiles = (tree: Tree, changed: Record<string, string>): Tree => ({
  files: [...new Set([...tree.files, ...Object.keys(changed)])],
  read: file => changed[file] ?? tree.read(file),
});

/** The code in some of the project's folders. */
export const codeIn = (tree: Tree, ...folders: string[]): string[] =>
  tree.files.filter(
    file => folders.includes(file.split('/')[0] as string) && /\.[cm]?[jt]sx?$/.test(path.basename(file)),
  );

/** A file's text without its comments, which may name what the code may not. */
export const withoutComments = (tree: Tree, file: string): string =>
  // The asterisk of a string such as 'image/*' begins no comment.
  tree.read(file).replace(/(?<=^|[\s({[,;])\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Whether a file is of the art: any change of it is another version, and all templates are drawn anew. */
export const isArt = (file: string): boolean => /^server\/generator\/(?!remote\/)/.test(file);
