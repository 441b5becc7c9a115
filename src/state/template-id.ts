import type { WireId } from './is-same-id.ts';

/** It is a string if it was read from a page address. */
export type TemplateId = WireId;
