import { address } from '../platform/parse.ts';
import { listOf, maybe } from './data.ts';

/** An unreadable address becomes an empty string, so that the other addresses keep their positions. */
export const parseHomePics = listOf(maybe(address, ''));
