import { IdPhotoNote } from './id-photo-note.tsx';
import { LargePreviews } from './large-previews.tsx';
import { NoTemplates } from './no-templates.tsx';
import { SecondPhoto } from './second-photo.tsx';
import { TemplateFilter } from './template-filter.tsx';

/** The parts of the first step that load after it, in one file. */
export const selectParts = { IdPhotoNote, LargePreviews, NoTemplates, SecondPhoto, TemplateFilter };
