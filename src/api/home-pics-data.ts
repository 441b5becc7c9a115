import { address } from '../platform/parse.ts';
import { listOf, maybe } from './data.ts';

/** An unreadable address becomes empty, so that the others keep their places. */
export const parseHomePics = listOf(maybe(address, ''));
