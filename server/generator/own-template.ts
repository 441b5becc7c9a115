import type { Technique } from './catalogue/schema.ts';
import type { Template } from './list-templates.ts';
import type { Workflow } from './remote/comfyui-workflow.ts';

/** A template that the operator added. */
export interface OwnTemplate extends Omit<Template, 'layout' | 'technique' | 'category' | 'isNew'> {
  /** The built-in template whose scene and palette are used; null if only a remote generator can make the pics. */
  drawnAs: number | null;
  /** Replaces the technique of the built-in template. */
  technique: Technique | undefined;
  /** Replaces the usual ComfyUI workflow. */
  workflow: Workflow | undefined;
  /** A 3:4 picture; null if the preview is drawn. */
  preview: Uint8Array | null;
  /** Part of the preview's address; changes if the preview changes. */
  previewVersion: string;
  order: number;
  isOn: boolean;
}
