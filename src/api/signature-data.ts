import type { Data } from '../../server/contract/calls.ts';
import { object } from '../platform/parse.ts';
import { type Fields, number, words } from './data.ts';

export const parseSignature = object({
  app_id: words,
  timestamp: number,
  nonce_str: words,
  signature: words,
} satisfies Fields<Data<'jsapisignature'>>);
