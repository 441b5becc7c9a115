import type { Technique } from './catalogue/schema.ts';
import type { Template } from './list-templates.ts';
import type { Workflow } from './remote/comfyui-workflow.ts';

/** A template that the operator added. */
export interface OwnTemplate extends Omit<Template, 'layout' | 'technique' | 'category' | 'isNew'> {
  /**
   * Id of the built-in template whose scene and palette are used; null if only a remote generator can make the pics.
   */
  drawnAs: number | null;
  /** Overrides the built-in template's technique. */
  technique: Technique | undefined;
  /** Overrides the default ComfyUI workflow. */
  workflow: Workflow | undefined;
  /** A 3:4 picture; null if the preview is drawn. */
  preview: Uint8Array | null;
  /** Part of the preview's URL. It changes with the preview. */
  previewVersion: string;
  order: number;
  isOn: boolean;
}
