import { type Static, Type } from 'typebox';
import type { Technique } from '../generator/catalogue/schema.ts';
import { inEveryLanguage, languages } from '../languages/languages.ts';

/** Smaller ids are reserved for built-in templates. */
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
        'must never change, because jobs store it. Two folders may not have the same id',
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
      'the prompt for a remote generator: clothes, place, light, lens, medium. The server adds the sentence about the person’s identity before it, and the shot after it',
    ),
    scene: Type.Optional(
      Type.String(
        about(
          'one of the scenes below',
          'the scene that the embedded generator draws; required with that generator',
        ),
      ),
    ),
    palette: Type.Optional(
      Type.String(
        about('one of the palettes of its scene', 'the colours of the scene; default: its first palette'),
      ),
    ),
    technique: Type.Optional(
      Type.Enum(
        [...techniques],
        about(
          `one of ${techniques.join(', ')}`,
          'the technique in which the embedded generator renders; default: that of the palette',
        ),
      ),
    ),
    workflow: Type.Optional(
      Type.String({
        pattern: '^[\\w.-]+\\.json$',
        ...about('the name of a .json file in the same folder', 'a ComfyUI workflow for this template only'),
      }),
    ),
    colour: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        ...about(
          'a colour such as #c7361b',
          'shown until the preview has loaded; default: the colour of the scene',
        ),
      }),
    ),
    order: Type.Optional(
      Type.Integer(
        about('a whole number', 'position in the list, smallest first; default 0. Built-in templates follow'),
      ),
    ),
    on: Type.Optional(
      Type.Boolean(
        about('true or false', 'false: the template is not offered, but earlier jobs keep it; default: true'),
      ),
    ),
  },
  { additionalProperties: false },
);

export type OwnTemplateFile = Static<typeof OwnTemplateFile>;
