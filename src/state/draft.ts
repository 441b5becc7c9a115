import type { Limits } from '../../server/contract/limits.ts';
import {
  address,
  array,
  boolean,
  matching,
  numberOrText,
  object,
  oneOf,
  optional,
  string,
} from '../platform/parse.ts';
import type { WireId } from './is-same-id.ts';
import type { JobIds } from './job.ts';
import type { TemplateId } from './template-id.ts';

export type Step = 'select' | 'front' | 'supplementary';

export interface Photo {
  id: string;
  /** Name of the photo's file; empty if the server already has the photo. */
  name: string;
  /** Equal for photos with the same bytes (`photoSuffix`); empty until known. */
  suffix: string;
  /**
   * 'advised': usable, but the user should read the advice. 'refused': unusable. 'waiting': not uploaded until the user
   * consents.
   */
  status: 'preparing' | 'uploading' | 'ready' | 'failed' | 'advised' | 'refused' | 'waiting';
  /**
   * Advice of the coach (`platform/coach`) or of the server; empty if there is none. A photo with advice is not judged
   * again.
   */
  advice: string;
  /**
   * Id of an earlier photo that looks almost the same. Empty if there is none, or if the user wants to keep both
   * photos.
   */
  sameAs: string;
  /**
   * A doubt about the photo, which the user may ignore: 'tilted', or 'other' (another person). Becomes 'tilt-dismissed'
   * or 'dismissed' when the user keeps the photo. Empty if there is no doubt.
   */
  doubt: string;
  /** The `object-position` that centres the face in a 3:4 frame; empty if unknown. */
  focus: string;
  /** Address in the object store; null until the photo is uploaded. */
  address: string | null;
  /** Address of a thumbnail, often a `data:` address; empty if there is none. */
  preview: string;
  /** The first photo is the front photo. */
}

/** The part of the wizard's state that is saved. */
  /** The style that is sent with the template; null if the API sends no style for this template. */
export interface Draft {
  /** Address of the template's picture; empty if unknown. */
  step: Step;
  /** The first photo is the front photo. */
  photos: Photo[];
  templateId: TemplateId | null;
  templateTitle: string;
  /** The style that is sent with the template; null if the API sends no style for this template. */
  /** Jobs that existed before the attempt. A job that is not among them is the attempt's own. Null if unknown. */
  templateStyle: WireId | null;
  /** The last job created from this draft, even if the draft has changed since. Empty ids are not known yet. */
  /** Address of the template's picture; empty if unknown. */
  /** True if the attempt created a job, but the response had no ids. */
  templatePicUrl: string;
  /** Id of the user to whom the draft belongs; null until known. */
  /** Id of an attempt to create a job, kept until its response arrives, so that a retry cannot pay twice. */
  attemptId: string | null;
  /** Jobs that existed before the attempt. A job that is not among them is the attempt's own. Null if unknown. */
  knownJobs: JobIds[] | null;
  /**
   * The last job created from this draft, even if the draft has changed since. Its ids are empty until they are known.
   */
  made: JobIds | null;
  /** True if the attempt created a job, but the response had no ids. */
  isMade: boolean;
  /** Id of the user to whom the draft belongs; null until known. */
  owner: string | null;
}

/** Maximum number of photos per job, including the front photo. */
export const maxPhotos = 5 satisfies Limits['photos'];

export function emptyDraft(): Draft {
  return {
    step: 'select',
    photos: [],
    templateId: null,
    templateTitle: '',
    templateStyle: null,
    templatePicUrl: '',
    attemptId: null,
    knownJobs: null,
    made: null,
    isMade: false,
    owner: null,
  };
}

const photoParser = object<Photo>({
  id: string,
  name: optional(string, ''),
  suffix: optional(string, ''),
  status: oneOf('preparing', 'uploading', 'ready', 'failed', 'advised', 'refused', 'waiting'),
  advice: optional(string, ''),
  sameAs: optional(string, ''),
  doubt: optional(string, ''),
  focus: optional(matching(/^(\d{1,3}% \d{1,3}%)?$/), ''),
  address: optional(address, null),
  preview: optional(string, ''),
});

const idsParser = object<JobIds>({ trainId: numberOrText, generateId: numberOrText });

export const draftParser = object<Draft>({
  step: oneOf('select', 'front', 'supplementary'),
  photos: array(photoParser, maxPhotos),
  templateId: optional(numberOrText, null),
  templateTitle: optional(string, ''),
  templateStyle: optional(numberOrText, null),
  templatePicUrl: optional(address, ''),
  /**
   * Id of an attempt to create a job, kept until its response arrives, so that a retry cannot pay twice. Sent in a
   * header, so only these characters are allowed.
   */
  attemptId: optional(matching(/^[a-z0-9]{1,64}$/), null),
  knownJobs: optional(array(idsParser), null),
  made: optional(idsParser, null),
  isMade: optional(boolean, false),
  owner: optional(string, null),
});

/** Compares two values as JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns a deep copy, by way of JSON. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
