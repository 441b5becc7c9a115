import { Type } from 'typebox';
import type { CallDefinition } from './call.ts';

/** A copy of all that is stored of a user. */
export const dataCopyCalls = {
  createDataCopy: {
    method: 'POST',
    summary: 'An address for a day at which the user gets a ZIP of all that is stored of them',
    data: Type.Object({
      url: Type.String({ description: 'opens as long as the user is signed in; the last one alone' }),
      expire_time: Type.Integer({ description: 'seconds since 1970' }),
    }),
    feature: 'data-copy',
  },
} satisfies Record<string, CallDefinition>;
