import type { Templates } from './schema.ts';
import templates from './templates.json' with { type: 'json' };

/** Tests check the file against its schema, so the server does not. */
export const builtIn = templates as unknown as Templates;
