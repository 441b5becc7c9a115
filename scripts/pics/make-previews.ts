import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generator } from '../../server/generator/generator.ts';
import {
  leastPhotoSide,
  openGenerator,
  type RemoteGenerator,
} from '../../server/generator/open-generator.ts';
import type { OwnTemplate } from '../../server/generator/own-template.ts';
import { faultOfHeader, shortestSide } from '../../server/generator/photo-header.ts';
import { templates as builtIn } from '../../server/generator/templates.ts';
import { labelPic } from '../../server/labels/label-pic.ts';
import { defaultLanguage } from '../../server/languages/languages.ts';
import type { Config } from '../../server/settings/config.ts';
import { fitPreview, loadMadePreviews, saveMadePreview } from '../../server/templates/catalogue.ts';
import { readOwnTemplates } from '../../server/templates/read-own-templates.ts';

interface PreviewsRequest {
  photos: string;
  /** True to replace existing previews. */
  again: boolean;
  report(line: string): void;
  signal: AbortSignal;
}

export interface PreviewsResult {
  made: number[];
  failed: number[];
}

/** From a different photo each. Skips templates with a preview.jpg; goes on after a failure. */
export async function makePreviews(config: Config, request: PreviewsRequest): Promise<PreviewsResult> {
  const { dataDir, templatesDir, builtInTemplates, remoteGenerator: remote } = config;
  const { again, report, signal } = request;
  if (!remote) {
    throw new Error(
      'No remote generator is set: it needs COMFYUI_URL with COMFYUI_WORKFLOW, or DASHSCOPE_API_KEY.',
    );
  }
  const own = templatesDir
    ? await readOwnTemplates({ folder: templatesDir, isDrawn: false, made: null })
    : [];
  const wanted = templatesToShow(own, builtInTemplates);
  const saved = again ? new Map() : await loadMadePreviews(dataDir);
  const open = wanted.map(({ id }, place) => ({ id, place })).filter(({ id }) => !saved.has(id));
  const result: PreviewsResult = { made: [], failed: [] };
  if (open.length === 0) return result;

  const onProblem = ({ message }: Error) => report(message);
  const generator = await openGenerator(remote, config.generateDeadline, { own, onProblem });
  try {
    const photos = await findPhotos(generator, { ...request, remote, most: wanted.length });
    for (const { id, place } of open) {
      const photo = photos[place % photos.length]!;
      try {
        const seed = randomInt(2 ** 31);
        const job = { photos: [await readFile(photo)], templateId: id, count: 1, seed };
        const [pic] = await generator.generate(job, () => {}, signal);
        const preview = { ...pic!, bytes: await fitPreview(pic!.bytes), width: 768, height: 1024 };
        const label = { ...config.aiLabel, id: `template-${id}-${seed}`, language: defaultLanguage };
        const file = await saveMadePreview(dataDir, id, (await labelPic(preview, label)).bytes);
        result.made.push(id);
        report(`${file} from ${photo}`);
      } catch (error) {
        signal.throwIfAborted();
        result.failed.push(id);
        report(`Template ${id} from ${photo}: ${(error as Error).message}`);
      }
    }
    return result;
  } finally {
    await generator.close();
  }
}

/** The offered templates that have no preview.jpg of their own. */
function templatesToShow(own: OwnTemplate[], hasBuiltIn: boolean): { id: number }[] {
  return [...own.filter(({ isOn, preview }) => isOn && !preview), ...(hasBuiltIn ? builtIn : [])];
}

interface Search extends PreviewsRequest {
  remote: RemoteGenerator;
  most: number;
}

/** The files in a folder that are valid front photos. Reports why it skips the other files. */
async function findPhotos(
  { inspect }: Generator,
  { photos: folder, remote, most, report }: Search,
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter(entry => entry.isFile()).map(({ name }) => name);
  const found: string[] = [];
  for (const name of names.sort()) {
    if (found.length === most) break;
    const file = join(folder, name);
    const bytes = await readFile(file);
    const fault = await faultOfHeader(bytes, leastPhotoSide(remote) ?? shortestSide);
    const problems = fault ? [fault] : (await inspect([bytes]))[0]!.problems;
    if (problems.length === 0) found.push(file);
    else report(`${file} is left out: ${problems.join(', ')}.`);
  }
  if (found.length > 0) return found;
  throw new Error(`${folder} holds no photo that can be used: one clear face each, looking into the camera.`);
}
