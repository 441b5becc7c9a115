import type { Templates } from './schema.ts';
import templates from './templates.json' with { type: 'json' };

/** The server does not check the file against its schema, because tests do. */
export const builtIn = templates as unknown as Templates;
