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

/** The steps of making a picture. */
export type Step = 'select' | 'front' | 'supplementary';

/** One photo that the user gives. */
export interface Photo {
  id: string;
  /** The file's name; empty for a photo that the server already has. */
  name: string;
  /** The same for the same bytes (`photoSuffix`); empty while it is not known. */
  suffix: string;
  /** 'held': another would be better, which the user is to read; 'refused': no pics can be made of it; 'waiting': for consent. */
  status: 'preparing' | 'uploading' | 'ready' | 'failed' | 'held' | 'refused' | 'waiting';
  /** What the coach or the server said of it; once the user has read that and wants the photo all the same, it is not asked again. */
  advice: string;
  /** The id of an earlier photo that it is almost the same as; empty where there is none, or the user wants both. */
  sameAs: string;
  /** An optional question about a photo: 'tilted', 'other' (somebody else); 'tilt-settled' or 'settled' once the user has kept it; else empty. */
  doubt: string;
  /** The `object-position` that shows its face in a frame of 3:4; empty where that is not known. */
  focus: string;
  /** Where the object store keeps it; null until it is uploaded. */
  address: string | null;
  /** A small picture of it as a `data:` address, or an address; empty when there is none to show. */
  preview: string;
}

/** What is saved of the picture that the user is about to make. */
export interface Draft {
  step: Step;
  /** The first is the front photo. */
  photos: Photo[];
  templateId: TemplateId | null;
  templateTitle: string;
  /** The style to ask for with it; null when the API does not say. */
  templateStyle: WireId | null;
  /** The address of its picture; empty while it is not known. */
  templatePicUrl: string;
  /** Names an attempt to create a job until its response has come, so that sending it again cannot pay twice. */
  attemptId: string | null;
  /** The jobs that there were before the attempt: they tell which one it made; null when they are not known. */
  knownJobs: JobIds[] | null;
  /** The job that was made last of the draft, also where that is another one since; both empty: nobody has named it. */
  made: JobIds | null;
  /** The attempt has made a job, and the response did not name it. */
  isMade: boolean;
  /** The id of the user whose draft it is; null until that is known. */
  owner: string | null;
}

/** The most photos that a job takes, with the front photo. */
export const maxPhotos = 5 satisfies Limits['photos'];

/** A draft of nothing. */
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
  status: oneOf('preparing', 'uploading', 'ready', 'failed', 'held', 'refused', 'waiting'),
  advice: optional(string, ''),
  sameAs: optional(string, ''),
  doubt: optional(string, ''),
  focus: optional(matching(/^(\d{1,3}% \d{1,3}%)?$/), ''),
  address: optional(address, null),
  preview: optional(string, ''),
});

const idsParser = object<JobIds>({ trainId: numberOrText, generateId: numberOrText });

/** A draft as it was saved. */
export const draftParser = object<Draft>({
  step: oneOf('select', 'front', 'supplementary'),
  photos: array(photoParser, maxPhotos),
  templateId: optional(numberOrText, null),
  templateTitle: optional(string, ''),
  templateStyle: optional(numberOrText, null),
  templatePicUrl: optional(address, ''),
  // It goes into a header, which takes no other letters.
  attemptId: optional(matching(/^[a-z0-9]{1,64}$/), null),
  knownJobs: optional(array(idsParser), null),
  made: optional(idsParser, null),
  isMade: optional(boolean, false),
  owner: optional(string, null),
});

/** Whether two values look the same in JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A copy that can be changed. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
