import type { TProperties, TSchema } from 'typebox';
import { appSettings } from '../server/settings/app-settings.ts';
import { operatorSettings } from '../server/settings/operator-settings.ts';
import { processSettings } from '../server/settings/process-settings.ts';
import { productSettings } from '../server/settings/product-settings.ts';
import { providerSettings } from '../server/settings/provider-settings.ts';

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

/** Text of docs/settings.md, generated from the settings' schemas. */
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
