import type { Templates } from './entry.ts';
import templates from './templates.json' with { type: 'json' };

/** The templates that come with the product. Tests check them with their schema, so that no start of the server does. */
export const builtIn = templates as unknown as Templates;
