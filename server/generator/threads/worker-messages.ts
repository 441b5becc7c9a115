import type { Hand } from '../entries/entry.ts';
import type { Box, GeneratedPic, GenerateRequest, PhotoVerdict } from '../generator.ts';

/** What the worker is started with. */
export interface WorkerData {
  /** False: people in several photos of a job are not compared. */
  comparesFaces?: boolean;
}

/** The calls of the worker, with their input and output. */
export interface Calls {
  inspect: { input: Uint8Array[]; output: PhotoVerdict[] };
  generate: { input: GenerateRequest; output: GeneratedPic[] };
  faces: { input: GeneratedPic[]; output: Box[][] };
  preview: { input: { templateId: number; hand: Hand | undefined }; output: Uint8Array };
}

/** A call with its number, or the request to end one. */
export type ToWorker =
  | { id: number; kind: 'inspect'; input: Calls['inspect']['input'] }
  | { id: number; kind: 'generate'; input: Calls['generate']['input'] }
  | { id: number; kind: 'faces'; input: Calls['faces']['input'] }
  | { id: number; kind: 'preview'; input: Calls['preview']['input'] }
  | { id: number; kind: 'abort' };

/** The replies carry the number of their call. */
export type FromWorker =
  | { id: number; kind: 'progress'; percent: number }
  | { id: number; kind: 'pic'; pic: GeneratedPic }
  | { id: number; kind: 'done'; output: Calls[keyof Calls]['output'] }
  | { id: number; kind: 'failed'; message: string };
