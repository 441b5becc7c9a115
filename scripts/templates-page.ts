import { type TProperties, type TSchema, Type } from 'typebox';
import { templates } from '../server/generator/templates.ts';
import { firstOwnId, OwnTemplateFile } from '../server/templates/own-template-schema.ts';

/** docs/templates.md, generated from the schema of template.json and the built-in templates. */
export function templatesPage(): string {
  return `# Templates of your own

\`TEMPLATES_DIR\` names a folder that holds a folder for each template:

\`\`\`
templates/
  wedding/
    template.json
    preview.jpg      where wanted: a picture of 3:4 that stands for the template; else it is drawn, or made by \`npm run previews\`
    wedding.json     where wanted: a ComfyUI workflow of its own
  _drafts/           folders that begin with _ or . are no templates
\`\`\`

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

The files are read and checked when the backend starts; each mistake is one sentence with file and field, and the start ends. All processes
need the same folder. Your templates stand before the built-in ones; \`BUILT_IN_TEMPLATES=0\` takes those away. Ids below ${firstOwnId} belong to the
built-in ones. A template whose folder is removed is no longer offered; jobs made with it keep its title and its picture.

## Fields of template.json

| field | must be | meaning |
| --- | --- | --- |
${rows(OwnTemplateFile.properties, '').join('\n')}

## Scenes and their palettes

| scene | palettes |
| --- | --- |
${sceneRows().join('\n')}

This page is printed from \`server/templates/own-template-schema.ts\` by \`npm run docs\`.
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
