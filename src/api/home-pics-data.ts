import { address } from '../platform/parse.ts';
import { listOf, maybe } from './data.ts';

/** Reads the pictures of Home; empty where one cannot be read, so that the others keep their places. */
export const parseHomePics = listOf(maybe(address, ''));
