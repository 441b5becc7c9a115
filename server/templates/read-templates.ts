import type { RemoteGenerator } from '../generator/open-generator.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { loadMadePreviews, type MadePreviews } from './made-previews.ts';
import { readOwnTemplates } from './read-own-templates.ts';

interface TemplateSettings {
  dataDir: string;
  templatesDir?: string | undefined;
  builtInTemplates: boolean;
  remoteGenerator: RemoteGenerator | null;
}

/** Throws all mistakes, or if no template is left. */
export async function readTemplates({
  dataDir,
  templatesDir,
  builtInTemplates,
  remoteGenerator,
}: TemplateSettings): Promise<{ own: OwnTemplate[]; made: MadePreviews }> {
  // The embedded generator draws other pics than those previews show.
  const made = remoteGenerator ? await loadMadePreviews(dataDir) : new Map();
  const isDrawn = remoteGenerator === null;
  const own = templatesDir ? await readOwnTemplates({ folder: templatesDir, isDrawn, made }) : [];
  if (builtInTemplates || own.some(({ isOn }) => isOn)) return { own, made };
  throw new Error('BUILT_IN_TEMPLATES=0 leaves no template: TEMPLATES_DIR must hold one that is on.');
}
