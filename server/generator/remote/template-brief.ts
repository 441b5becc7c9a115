import { identity } from '../list-templates.ts';
import { templates } from '../templates.ts';
import type { Workflow } from './comfyui-workflow.ts';

/** Each pic of a job has a different shot, because with few steps and no guidance, a new seed alone changes little. */
export const shots = [
  'close-up of face and shoulders, looking into the camera.',
  'half-body shot from the waist up, relaxed hands, looking into the camera.',
  'three-quarter view, the body turned to one side, the face turned back to the camera.',
  'head and shoulders, eyes looking past the camera, the light coming from the other side.',
] as const;

export interface TemplateBrief {
  /** The text for a model: identity, clothes, place, light, lens and medium. */
  prompt: string;
  /** The template's own shot, for the first pic of a job. */
  shot?: string | undefined;
  /** Overrides the default ComfyUI workflow. */
  workflow?: Workflow | undefined;
}

/** Throws if no template has this id. */
export type FindBrief = (templateId: number) => TemplateBrief;

export interface RemoteContext {
  findBrief: FindBrief;
  /** Called with a problem that the operator should know about, even if no job has failed yet. */
  onProblem: (problem: Error) => void;
}

/** Matches sentences about the camera that only fit the template's own shot. */
const viewpoint = / (?:Frontal|Straight-on|Low viewpoint)[^.]*\./g;

/** The template's prompt plus a shot. The first pic uses the template's own shot, if it has one. */
export function promptOfShot({ prompt, shot }: TemplateBrief, index: number): string {
  const isOwn = index === 0 && shot !== undefined;
  const wanted = isOwn ? prompt : prompt.replace(viewpoint, '');
  const framing = isOwn ? shot : shots[index % shots.length];
  return `${wanted} Framing of this picture: ${framing} One person only. Further pictures show the same person.`;
}

/** The brief of a built-in template, whose prompt text starts with its shot. Throws if no template has this id. */
export function findBuiltInBrief(templateId: number): TemplateBrief {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) throw new RangeError(`There is no template ${templateId}`);

  const wanted = template.prompt.slice(identity.length + 1);
  const end = wanted.indexOf('. ') + 1;
  return { prompt: `${identity}${wanted.slice(end)}`, shot: wanted.slice(0, end) };
}
