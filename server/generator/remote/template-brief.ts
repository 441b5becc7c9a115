import { templates } from '../templates.ts';
import type { Workflow } from './comfyui-workflow.ts';
import { shots } from './shots.ts';

/** What a remote generator has to know of a template. */
export interface TemplateBrief {
  /** Identity, shot, clothes, place, light, lens and medium in a model's words. */
  prompt: string;
  /** Replaces the ComfyUI workflow of all other templates. */
  workflow?: Workflow | undefined;
}

/** Returns the brief of a template; throws when there is none of this id. */
export type FindBrief = (templateId: number) => TemplateBrief;

/** The prompt of one pic of a job: what the template wants, then the shot, whose words come last and therefore win. */
export function promptOfShot({ prompt }: TemplateBrief, index: number): string {
  return `${prompt} Framing of this picture: ${shots[index % shots.length]} One person only. Further pictures show the same person.`;
}

/** The brief of the built-in template with this id. */
export function findBuiltInBrief(templateId: number): TemplateBrief {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) throw new RangeError(`There is no template ${templateId}`);
  return template;
}
