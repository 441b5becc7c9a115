import { type TProperties, type TSchema, Type } from 'typebox';
import { templates } from '../server/generator/templates.ts';
import { appSettings } from '../server/settings/app-settings.ts';
import { operatorSettings } from '../server/settings/operator-settings.ts';
import { processSettings } from '../server/settings/process-settings.ts';
import { productSettings } from '../server/settings/product-settings.ts';
import { providerSettings } from '../server/settings/provider-settings.ts';
import { firstOwnId, OwnTemplateFile } from '../server/templates/read-own-templates.ts';

/** Text of docs/templates.md, generated from template.json's schema and the built-in templates. */
export function templatesPage(): string {
  return `# Templates of your own

\`TEMPLATES_DIR\` names a folder with one folder for each template:

\`\`\`
templates/
  wedding/
    template.json
    preview.jpg      optional: the template's picture, 3:4; without it the server draws one, or \`npm run previews\` makes one
    wedding.json     optional: a ComfyUI workflow for this template
  _drafts/           the server ignores folders that begin with _ or .
\`\`\`

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

The backend reads and checks the files at its start. If a file is wrong, the start ends with one sentence per mistake,
which names the file and the field. A title with a word that the app avoids, or with straight quotation marks, punctuation
of half width or no blank beside Chinese, is a warning in the log. All processes need the same folder. Your templates are listed before the built-in
templates; \`BUILT_IN_TEMPLATES=0\` removes the built-in templates, which have the ids below ${firstOwnId}. If you remove a folder,
its template is no longer offered; earlier jobs keep its title and its picture.

## Fields of template.json

| field | must be | meaning |
| --- | --- | --- |
${rows(OwnTemplateFile.properties, '').join('\n')}

## Scenes and their palettes

| scene | palettes |
| --- | --- |
${sceneRows().join('\n')}

\`npm run docs\` writes this page from \`server/templates/read-own-templates.ts\`.
`;
}

const example = {
  id: firstOwnId,
  title: { en: 'Wedding in the garden', zh: '花园婚礼' },
  prompt:
    'A cream linen suit. A garden at noon with white roses. Soft shade under trees. 85 mm, f/2. Natural photograph.',
  scene: 'blossom',
  technique: 'watercolour',
  order: 1,
};

function rows(properties: TProperties, path: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const { allowed, description } = field as { allowed?: string; description?: string };
    const required = Type.IsOptional(field) ? '' : ' (required)';
    const nested =
      'properties' in field
        ? rows((field as TSchema & { properties: TProperties }).properties, `${path}${name}.`)
        : [];
    return [`| \`${path}${name}\`${required} | ${allowed} | ${description} |`, ...nested];
  });
}

function sceneRows(): string[] {
  const scenes = [...new Set(templates.map(({ layout }) => layout))].sort();
  return scenes.map(scene => {
    const palettes = templates.filter(({ layout }) => layout === scene).map(({ title }) => title.en);
    return `| \`${scene}\` | ${palettes.join(', ')} |`;
  });
}

const sections: [title: string, introduction: string, settings: TProperties][] = [
  ['The process', 'Read when the backend starts.', processSettings],
  ['The product', 'Read when the backend starts.', productSettings],
  [
    'The operator',
    'Read when the backend starts; [law.md](law.md) says which rules need them.',
    operatorSettings,
  ],
  [
    'Providers',
    'Read when the backend starts; [providers.md](providers.md) describes each service.',
    providerSettings,
  ],
  [
    'The web app',
    'Only for an app with [an API of your own](hosts.md#with-an-api-of-your-own): `npm run build` writes these into the pages. The backend of this project replaces them by its own settings.',
    appSettings,
  ],
];

export function settingsPage(): string {
  const tables = sections.map(
    ([title, introduction, settings]) => `## ${title}

${introduction}

| variable | default | meaning |
| --- | --- | --- |
${Object.entries(settings).map(row).join('\n')}
`,
  );
  return `# Settings

Every setting is an environment variable; an empty variable counts as not set. A value that is not allowed ends the
start (or the build) with a message that names the variable, its value and the allowed values. \`npm run docs\` writes
this page from \`server/settings\`.

${tables.join('\n')}`;
}

function row([name, schema]: [string, TSchema]): string {
  const { description, unset = 'none' } = schema as { description?: string; unset?: string };
  const usual = 'default' in schema ? shown(schema.default) : `(${unset})`;
  return `| \`${name}\` | ${usual} | ${description} |`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '(none)';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
