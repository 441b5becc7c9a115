import { identity } from '../list-templates.ts';
import { templates } from '../templates.ts';
import type { Workflow } from './comfyui-workflow.ts';

/**
 * How the pics of a job differ, in a model's words: with few steps and no guidance a new seed alone changes little, so
 * each pic of a job is another shot.
 */
export const shots = [
  'close-up of face and shoulders, looking into the camera.',
  'half-body shot from the waist up, relaxed hands, looking into the camera.',
  'three-quarter view, the body turned to one side, the face turned back to the camera.',
  'head and shoulders, eyes looking past the camera, the light coming from the other side.',
] as const;

/** What a remote generator has to know of a template. */
export interface TemplateBrief {
  /** Identity, clothes, place, light, lens and medium in a model's words. */
  prompt: string;
  /** The template's own shot, which the first pic of a job shows. */
  shot?: string | undefined;
  /** Replaces the ComfyUI workflow of all other templates. */
  workflow?: Workflow | undefined;
}

/** Returns the brief of a template; throws when there is none of this id. */
export type FindBrief = (templateId: number) => TemplateBrief;

/** Words about the camera that fit the template's own shot only. */
const viewpoint = / (?:Frontal|Straight-on|Low viewpoint)[^.]*\./g;

/** The prompt of one pic of a job: what the template wants, then one shot, the template's own for the first pic. */
export function promptOfShot({ prompt, shot }: TemplateBrief, index: number): string {
  const isOwn = index === 0 && shot !== undefined;
  const wanted = isOwn ? prompt : prompt.replace(viewpoint, '');
  const framing = isOwn ? shot : shots[index % shots.length];
  return `${wanted} Framing of this picture: ${framing} One person only. Further pictures show the same person.`;
}

/** The brief of the built-in template with this id; the first sentence of its prompt is its shot. */
export function findBuiltInBrief(templateId: number): TemplateBrief {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) throw new RangeError(`There is no template ${templateId}`);

  const wanted = template.prompt.slice(identity.length + 1);
  const end = wanted.indexOf('. ') + 1;
  return { prompt: `${identity}${wanted.slice(end)}`, shot: wanted.slice(0, end) };
}
