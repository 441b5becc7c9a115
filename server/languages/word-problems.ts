import { type Language, languages } from './languages.ts';

const halfWidth = /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}|\p{Script=Han}\.(?!\w)/u;

/** The law's label “AI生成” has no blank. */
const noBlank = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9](?=\p{Script=Han})(?!生成)/u;

/** The first word of a text that the product calls something else; null if there is none. */
export function avoidedWord(language: Language, text: string): string | null {
  return languages.find(({ code }) => code === language)?.avoids.exec(text)?.[0] ?? null;
}

/** The faults of spelling in a text for users. Values in braces do not count. */
export function spellingProblems(text: string): string[] {
  return [
    ...(/["']/.test(text) ? ['has straight quotation marks: write “ ”, ‘ ’ or 「 」'] : []),
    ...(halfWidth.test(text) ? ['has punctuation of half width beside Chinese: write ，：（）'] : []),
    ...(noBlank.test(text.replaceAll(/\{[\w-]+\}/g, ''))
      ? ['lacks a blank between Chinese and Latin letters or digits']
      : []),
  ];
}
