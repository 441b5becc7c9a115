import { type TProperties, type TSchema, Type } from 'typebox';
import { templates } from '../server/generator/templates.ts';
import { firstOwnId, OwnTemplateFile } from '../server/templates/own-template-schema.ts';

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
which names the file and the field. All processes need the same folder. Your templates are listed before the built-in
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

\`npm run docs\` writes this page from \`server/templates/own-template-schema.ts\`.
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
