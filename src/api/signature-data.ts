import type { Data } from '../../server/contract/calls.ts';
import { object } from '../platform/parse.ts';
import { type Fields, id, number } from './data.ts';

/** Reads the signature of a page for WeChat's SDK. */
export const parseSignature = object({
  app_id: id,
  timestamp: number,
  nonce_str: id,
  signature: id,
} satisfies Fields<Data<'jsapisignature'>>);
