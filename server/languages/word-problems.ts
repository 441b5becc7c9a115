/** Words for which the product has another one, by language. */
const avoided: Record<string, RegExp> = {
  en: /\b(jobs?|credits?|frozen|erased?|erasure|log (in|out)|logged (in|out)|recharge|take back|took back|taken back my)\b/i,
  zh: /账户(?!余额)|冻结|退回|积分|您|作品|引导自拍|审核未通过|VIP|手机没能|新品/,
};

const halfWidth = /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}|\p{Script=Han}\.(?!\w)/u;

/** The law's label “AI生成” has no blank. */
const noBlank = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9](?=\p{Script=Han})(?!生成)/u;

/** The first word of a text that the product calls something else; null if there is none. */
export function avoidedWord(language: string, text: string): string | null {
  return avoided[language]?.exec(text)?.[0] ?? null;
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
