import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import Value from 'typebox/value';
import { artVersion } from '../generator/art-version.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import { identity } from '../generator/list-templates.ts';
import type { RemoteGenerator } from '../generator/open-generator.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { parseWorkflow, type Workflow } from '../generator/remote/comfyui-workflow.ts';
import { templates } from '../generator/templates.ts';
import { defaultLanguage, inEveryLanguage, languages } from '../languages/languages.ts';
import { avoidedWord, spellingProblems } from '../languages/word-problems.ts';
import { fitPreview, loadMadePreviews, type MadePreviews, versionOfPreview } from './catalogue.ts';

const noColour = '#888888';

interface OwnTemplatesPlace {
  folder: string;
  isDrawn: boolean;
  /** Previews for templates without a preview.jpg. Null accepts missing previews, because they will be made later. */
  made?: MadePreviews | null;
}

/** Throws one message that lists all mistakes, one per line, with file and field. */
export async function readOwnTemplates({
  folder,
  isDrawn,
  made = new Map(),
}: OwnTemplatesPlace): Promise<OwnTemplate[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`TEMPLATES_DIR: the folder ${folder} cannot be read.`, { cause });
  });
  const names = entries
    .filter(entry => entry.isDirectory() && !/^[_.]/.test(entry.name))
    .map(({ name }) => name);
  const mistakes: string[] = [];
  const found: OwnTemplate[] = [];
  const folders = new Map<number, string>();
  for (const name of names.sort()) {
    const report = (file: string, sentence: string) =>
      mistakes.push(`${join(folder, name, file)}: ${sentence}`);
    const template = await readOne({ folder: join(folder, name), isDrawn, made }, report);
    if (!template) continue;
    const other = folders.get(template.id);
    if (other) report('template.json', `id ${template.id} is that of the folder ${other} already.`);
    folders.set(template.id, name);
    found.push(template);
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return found.sort((one, other) => one.order - other.order || one.id - other.id);
}

type Report = (file: string, sentence: string) => void;

async function readOne(
  { folder, isDrawn, made }: Required<OwnTemplatesPlace>,
  report: Report,
): Promise<OwnTemplate | null> {
  const content = await readContent(folder, report);
  if (!content) return null;
  const drawn = drawnOf(content, report);
  const preview = (await readPreview(folder, report)) ?? made?.get(content.id) ?? null;
  const workflow = content.workflow ? await readWorkflow(folder, content.workflow, report) : undefined;
  if (isDrawn && !content.scene) {
    report(
      'template.json',
      'scene is missing: the embedded generator, which serves here, cannot make it without one.',
    );
  }
  if (!content.scene && !preview && made) {
    report(
      'preview.jpg',
      'the picture is missing: a template without a scene brings its own, or `npm run previews` makes it.',
    );
  }
  const { id, title, technique, order = 0, on = true } = content;
  return {
    id,
    title,
    prompt: `${identity} ${content.prompt}`,
    colour: content.colour ?? drawn?.colour ?? noColour,
    drawnAs: drawn?.id ?? null,
    technique,
    workflow,
    preview,
    previewVersion: versionOfPreview(preview ?? Buffer.from(`${artVersion} ${drawn?.id} ${technique}`)),
    order,
    isOn: on,
  };
}

async function readContent(folder: string, report: Report): Promise<OwnTemplateFile | null> {
  const text = await readFile(join(folder, 'template.json'), 'utf8').catch(() => null);
  if (text === null) {
    report('template.json', 'the file is missing.');
    return null;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    report('template.json', `it is not JSON (${(error as Error).message}).`);
    return null;
  }
  const mistakes = checkTemplateFile(content);
  for (const mistake of mistakes) report('template.json', mistake);
  return mistakes.length === 0 ? (content as OwnTemplateFile) : null;
}

/** The built-in template to draw. Undefined without a scene, and after reporting an unknown scene or palette. */
function drawnOf({ scene, palette }: OwnTemplateFile, report: Report) {
  if (scene === undefined) {
    if (palette !== undefined) report('template.json', 'palette has no meaning without scene.');
    return undefined;
  }
  const ofScene = templates.filter(({ layout }) => layout === scene);
  if (ofScene.length === 0) {
    const scenes = [...new Set(templates.map(({ layout }) => layout))].join(', ');
    report('template.json', `scene must be one of ${scenes}, not "${scene}".`);
    return undefined;
  }
  const drawn =
    palette === undefined ? ofScene[0] : ofScene.find(({ title }) => title[defaultLanguage] === palette);
  if (!drawn) {
    const palettes = ofScene.map(({ title }) => title[defaultLanguage]).join(', ');
    report('template.json', `palette must be one of ${palettes}, not "${palette}".`);
  }
  return drawn;
}

async function readPreview(folder: string, report: Report): Promise<Uint8Array | null> {
  const bytes = await readFile(join(folder, 'preview.jpg')).catch(() => null);
  if (!bytes) return null;
  return fitPreview(bytes).catch(() => {
    report('preview.jpg', 'it is not a picture that can be opened.');
    return null;
  });
}

async function readWorkflow(folder: string, name: string, report: Report): Promise<Workflow | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null);
  if (text === null) {
    report('template.json', `workflow names the file ${name}, which is missing.`);
    return undefined;
  }
  try {
    return parseWorkflow(text, name);
  } catch (error) {
    report('template.json', `workflow: ${(error as Error).message}`);
    return undefined;
  }
}

function checkTemplateFile(content: unknown): string[] {
  return mistakesIn(OwnTemplateFile, content, '');
}

function mistakesIn(schema: TSchema & { properties: TProperties }, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path || 'the content'} must be an object, not ${JSON.stringify(value)}.`];
  }
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given)
    .filter(name => !(name in schema.properties))
    .map(name => `${path}${name} is no field: the fields are ${Object.keys(schema.properties).join(', ')}.`);
  const wrong = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (given[name] === undefined)
      return Type.IsOptional(field) ? [] : [`${path}${name} is missing: it must be ${allowedOf(field)}.`];
    if ('properties' in field) {
      return mistakesIn(field as TSchema & { properties: TProperties }, given[name], `${path}${name}.`);
    }
    if (Value.Check(field, given[name])) return [];
    return [`${path}${name} must be ${allowedOf(field)}, not ${JSON.stringify(given[name])}.`];
  });
  return [...unknown, ...wrong];
}

function allowedOf(field: TSchema): string {
  return String((field as { allowed?: string }).allowed);
}

/** Titles that read oddly among the product's own, one sentence each. They are no mistakes. */
function oddTitles(own: OwnTemplate[]): string[] {
  return own.flatMap(({ id, title }) =>
    languages.flatMap(({ code }) => {
      const word = avoidedWord(code, title[code]);
      const problems = [
        ...(word ? [`says “${word}”, which the app never says`] : []),
        ...spellingProblems(title[code]),
      ];
      return problems.map(
        problem => `TEMPLATES_DIR: title.${code} of the template ${id}, ${title[code]}, ${problem}.`,
      );
    }),
  );
}

interface TemplateSettings {
  dataDir: string;
  templatesDir?: string | undefined;
  builtInTemplates: boolean;
  remoteGenerator: RemoteGenerator | null;
}

/** Reads the operator's templates. Warns of odd titles. Throws one message for all mistakes, or if none is offered. */
export async function readTemplates(
  { dataDir, templatesDir, builtInTemplates, remoteGenerator }: TemplateSettings,
  warn: (sentence: string) => void,
): Promise<{ own: OwnTemplate[]; made: MadePreviews }> {
  // The embedded generator draws in another style, so it must not use previews that a remote generator made.
  const made = remoteGenerator ? await loadMadePreviews(dataDir) : new Map();
  const isDrawn = remoteGenerator === null;
  const own = templatesDir ? await readOwnTemplates({ folder: templatesDir, isDrawn, made }) : [];
  for (const sentence of oddTitles(own)) warn(sentence);
  if (builtInTemplates || own.some(({ isOn }) => isOn)) return { own, made };
  throw new Error('BUILT_IN_TEMPLATES=0 leaves no template: TEMPLATES_DIR must hold one that is on.');
}

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
