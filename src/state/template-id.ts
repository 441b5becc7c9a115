import type { WireId } from './is-same-id.ts';

/** An id from a page address is a string, even if the API sent a number. */
export type TemplateId = WireId;
