import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { Hand } from './entries/entry.ts';

/** All that was found in one photo, advice too; the client chooses the words. */
export interface PhotoVerdict {
  problems: PhotoReason[];
}

/** One job: encoded photos (the front one first), a template, how many pics, and a seed that makes them repeatable. */
export interface GenerateRequest {
  photos: Uint8Array[];
  templateId: number;
  /** Replaces the hand of the template. */
  hand?: Hand | undefined;
  count: number;
  seed: number;
  /** How often the pics are made again: each time from the next best photo and in another framing. */
  redo?: number;
}

/** A part of a picture, in its pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a service wrote into a picture to say that it made it: fields of GB 45438-2025. */
export interface UpstreamMark {
  ContentProducer: string;
  ProduceID: string;
  ReservedCode1: string;
}

/** One finished pic, encoded. */
export interface GeneratedPic {
  bytes: Uint8Array;
  type: 'image/jpeg';
  width: number;
  height: number;
  /** The faces in it, where they were looked for. */
  faces?: Box[];
  /** Pixels to an inch, where it is to be printed in a certain size. */
  density?: number;
  /** Where its visible label goes, if not into a corner: nowhere (an ID photo has it in its data alone), or small into its margin. */
  labelled?: 'data' | 'margin';
  /** Of a remote generator that marks its pictures. */
  upstream?: UpstreamMark;
}

/** Takes a pic that is finished while others are made. */
export type OnPic = (pic: GeneratedPic) => void;

/** Makes pics from photos: the local one draws them in this process, a remote one would ask a service. */
export interface Generator {
  /** One verdict a photo: the first is the front photo. The others need to show a face, and nothing else is said of them. */
  inspect(photos: Uint8Array[]): Promise<PhotoVerdict[]>;

  /**
   * Makes `count` pics; reports 0 to 100, and rejects with the signal's reason when it is aborted. `onPic` is called with
   * pics that are finished before the others, in their order; it need not be.
   */
  generate(
    request: GenerateRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    onPic?: OnPic,
  ): Promise<GeneratedPic[]>;

  close(): Promise<void>;
}

/** A generator's final failure: trying the same pics again would not help. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
