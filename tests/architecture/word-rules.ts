import type { Rule } from './rule.ts';
import { codeFolders, codeIn, isArt } from './tree.ts';

/** Words that have a better one in this field, each with it. */
const words: Record<string, string> = {
  answer: 'return, response, reply or result',
  veil: 'loading overlay',
  stranger: 'guest or caller',
  whoever: 'user, guest or caller',
  wish: 'request',
};

const pattern = new RegExp(String.raw`\b(${Object.keys(words).join('|')})(?:s|es|ed|ing)?\b`, 'i');

/** Texts for people, and these rules themselves. */
const exceptions = /^(src\/i18n|tests\/architecture)\//;

/** In a test of questions the user answers. */
const questions = /^tests\/src\/(app|state)\/(overlays?|back-closes)\.test\.tsx?$/;

/** One word for one thing, and the one that the field has for it. */
export const wordRules: Rule[] = [
  {
    name: 'code is written in the words of its field',
    findViolations: tree =>
      codeIn(tree, ...codeFolders)
        .filter(file => !isArt(file) && !exceptions.test(file) && !questions.test(file))
        .flatMap(file => {
          const found = pattern.exec(tree.read(file));
          return found
            ? [`${file} says "${found[0]}": ${words[found[1]?.toLowerCase() ?? '']} is the word`]
            : [];
        }),
    breaks: [
      {
        files: {
          'src/flows/one.ts': '/** Answers whether there is one. */',
          'tests/server/two.test.ts': 'const stranger = new TestUser();',
          'src/flows/three.ts': 'const unanswerable = rewish();',
        },
        says: [
          'src/flows/one.ts says "Answers": return, response, reply or result is the word',
          'tests/server/two.test.ts says "stranger": guest or caller is the word',
        ],
      },
    ],
  },
];
