import type { Templates } from './schema.ts';
import templates from './templates.json' with { type: 'json' };

/** Not validated against the schema at run time; tests do that. */
export const builtIn = templates as unknown as Templates;
