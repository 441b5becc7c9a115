import type { WireId } from './is-same-id.ts';

/** A text if it was read from a page address. */
export type TemplateId = WireId;
