import type { Technique } from './catalogue/schema.ts';
import type { Template } from './list-templates.ts';
import type { Workflow } from './remote/comfyui-workflow.ts';

/** A template added by the owner. */
export interface OwnTemplate extends Omit<Template, 'layout' | 'technique' | 'category' | 'isNew'> {
  /** Built-in template whose scene and palette are used; null if only a remote generator can make it. */
  drawnAs: number | null;
  /** Replaces the technique of the drawing. */
  technique: Technique | undefined;
  /** Replaces the common ComfyUI workflow. */
  workflow: Workflow | undefined;
  /** A 3:4 picture; null if the preview is drawn. */
  preview: Uint8Array | null;
  /** Part of the preview's address; changes with the preview. */
  previewVersion: string;
  order: number;
  isOn: boolean;
}
