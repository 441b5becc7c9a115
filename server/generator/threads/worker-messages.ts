import type { Technique } from '../catalogue/schema.ts';
import type { Box, GeneratedPic, GenerateRequest, PhotoVerdict } from '../generator.ts';

export interface WorkerData {
  /** If false, a job also uses photos of other people. */
  comparesFaces?: boolean;
  /** Folder of the operator's matting network. */
  matteModel?: string | undefined;
}

export interface Calls {
  inspect: { input: Uint8Array[]; output: PhotoVerdict[] };
  generate: { input: GenerateRequest; output: GeneratedPic[] };
  faces: { input: GeneratedPic[]; output: Box[][] };
  preview: { input: { templateId: number; technique: Technique | undefined }; output: Uint8Array };
}

/** `id` is the number of the call; `abort` stops it. */
export type ToWorker =
  | { id: number; kind: 'inspect'; input: Calls['inspect']['input'] }
  | { id: number; kind: 'generate'; input: Calls['generate']['input'] }
  | { id: number; kind: 'faces'; input: Calls['faces']['input'] }
  | { id: number; kind: 'preview'; input: Calls['preview']['input'] }
  | { id: number; kind: 'abort' };

/** `id` is the number of the call. */
export type FromWorker =
  | { id: number; kind: 'progress'; percent: number }
  | { id: number; kind: 'pic'; pic: GeneratedPic }
  | { id: number; kind: 'done'; output: Calls[keyof Calls]['output'] }
  | { id: number; kind: 'failed'; message: string };
