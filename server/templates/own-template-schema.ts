import { type Static, Type } from 'typebox';
import type { Technique } from '../generator/catalogue/schema.ts';
import { inEveryLanguage, languages } from '../languages/languages.ts';

/** Ids below are reserved for built-in templates. */
export const firstOwnId = 1000;

const techniques = ['comic', 'ink', 'oil', 'watercolour', 'pencil', 'poster'] satisfies Technique[];

type About = { allowed: string; description: string };

const words = (minLength: number, maxLength: number, description: string) =>
  Type.String({
    minLength,
    maxLength,
    allowed: `a text of ${minLength} to ${maxLength} characters`,
    description,
  });

const about = (allowed: string, description: string): About => ({ allowed, description });

export const OwnTemplateFile = Type.Object(
  {
    id: Type.Integer({
      minimum: firstOwnId,
      maximum: 2 ** 31 - 1,
      ...about(
        `a whole number from ${firstOwnId} to ${2 ** 31 - 1}`,
        'for ever the same: jobs remember it. Two folders may not share one',
      ),
    }),
    title: Type.Object(
      inEveryLanguage(({ englishName }) => words(1, 40, `the name in ${englishName}`)),
      {
        additionalProperties: false,
        ...about(
          `an object with ${languages.map(({ code }) => code).join(' and ')}`,
          'the name in each language',
        ),
      },
    ),
    prompt: words(
      20,
      450,
      'what a remote generator is asked for: clothes, place, light, lens, medium. The sentence that keeps the person’s identity is put in front, the shot behind',
    ),
    scene: Type.Optional(
      Type.String(
        about(
          'one of the scenes below',
          'how the embedded generator draws it; required where that one serves',
        ),
      ),
    ),
    palette: Type.Optional(
      Type.String(
        about('one of the palettes of its scene', 'the colours of the scene; without it its first palette'),
      ),
    ),
    technique: Type.Optional(
      Type.Enum(
        [...techniques],
        about(
          `one of ${techniques.join(', ')}`,
          'how the embedded generator renders it; without it as the palette does',
        ),
      ),
    ),
    workflow: Type.Optional(
      Type.String({
        pattern: '^[\\w.-]+\\.json$',
        ...about('the name of a .json file in the same folder', 'a ComfyUI workflow for this template alone'),
      }),
    ),
    colour: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        ...about(
          'a colour such as #c7361b',
          'shown until the preview has come; without it that of the scene',
        ),
      }),
    ),
    order: Type.Optional(
      Type.Integer(
        about(
          'a whole number',
          'place in the list, the smallest first; without it 0. The built-in ones follow',
        ),
      ),
    ),
    on: Type.Optional(
      Type.Boolean(
        about('true or false', 'false: not offered, while old jobs stay as they are; without it true'),
      ),
    ),
  },
  { additionalProperties: false },
);

export type OwnTemplateFile = Static<typeof OwnTemplateFile>;
