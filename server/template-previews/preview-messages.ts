import type { Hand } from '../generator/catalogue/entry.ts';

/** One preview to draw; `photoKey` names the photo, so that its person is cut out once. */
export interface PreviewTask {
  photoKey: string;
  photo: Uint8Array;
  templateId: number;
  /** Replaces the hand of the template. */
  hand: Hand | undefined;
}

/** What the thread has to do. */
export interface ToPreviewWorker {
  id: number;
  task: PreviewTask;
}

/** What it responds: the encoded picture, or why there is none. */
export interface FromPreviewWorker {
  id: number;
  picture?: Uint8Array;
  error?: string;
}
