import type { Rule } from './rule.ts';
import { codeFolders, codeIn, isArt } from './tree.ts';

/** Words to avoid, each with the word to use instead. */
const words: Record<string, string> = {
  veil: 'loading overlay',
  stranger: 'guest or caller',
  whoever: 'user, guest or caller',
  wish: 'request',
};

const pattern = new RegExp(String.raw`\b(${Object.keys(words).join('|')})(?:s|es|ed|ing)?\b`, 'i');

/** Matches comments that begin with one of these words, except line comments that continue a line comment above. */
const riddle =
  /(?:\/\*\*\n?\s*\*?|(?<!\/\/[^\n]*\n[ \t]*)\/\/) (What|Where|Whether|How|Who|One that|Those that)\b/;

/** Exempt, because a test compares these sources, comments included, with the committed WebAssembly. */
const committed = 'server/generator/filters/assembly/';

/** Exempt from these rules: texts for users, and the rules themselves. */
const exceptions = /^(src\/i18n|tests\/architecture)\//;

export const wordRules: Rule[] = [
  {
    name: 'code avoids words for which a technical word exists',
    findViolations: tree =>
      codeIn(tree, ...codeFolders)
        .filter(file => !isArt(file) && !exceptions.test(file))
        .flatMap(file => {
          const found = pattern.exec(tree.read(file));
          return found ? [`${file} says "${found[0]}": write ${words[found[1]?.toLowerCase() ?? '']}`] : [];
        }),
    broken: {
      'src/flows/one.ts': '// A wish for another page.',
      'tests/server/two.test.ts': 'const stranger = new TestUser();',
    },
    fine: { 'src/flows/three.ts': 'const unanswerable = rewish();' },
  },
  {
    name: 'a comment begins with its subject, not with a question word',
    findViolations: tree =>
      codeIn(tree, ...codeFolders)
        .filter(file => !file.startsWith(committed) && !exceptions.test(file))
        .flatMap(file => {
          const found = riddle.exec(tree.read(file));
          return found ? [`${file} has a comment that begins with "${found[1]}"`] : [];
        }),
    broken: {
      'src/flows/one.ts': '/** Whether there is one. */',
      'server/jobs/three.ts': '/**\n * Where it is kept.\n */',
    },
    fine: {
      'src/flows/two.ts': '// It waits until the page is back,\n// What follows is part of the sentence.',
    },
  },
];
