import type { WireId } from './is-same-id.ts';

/** What names a template; its text alone where an address names it. */
export type TemplateId = WireId;
