import type { Hand } from './entries/entry.ts';
import type { Template } from './list-templates.ts';
import type { Workflow } from './remote/comfyui-workflow.ts';

/** A template that the owner added. */
export interface OwnTemplate extends Omit<Template, 'layout' | 'hand' | 'category' | 'isNew'> {
  /** The built-in template whose scene and palette are drawn; null: only a remote generator can make it. */
  drawnAs: number | null;
  /** Replaces the hand of what is drawn. */
  hand: Hand | undefined;
  /** Replaces the ComfyUI workflow of the other templates. */
  workflow: Workflow | undefined;
  /** A picture of 3:4 that stands for the template; null: one is drawn. */
  preview: Uint8Array | null;
  /** Changes when its preview does: part of the preview's address. */
  previewVersion: string;
  order: number;
  isOn: boolean;
}
