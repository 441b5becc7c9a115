import type { WireId } from './wire-id.ts';

/** What names a template; its text alone where an address names it. */
export type TemplateId = WireId;
