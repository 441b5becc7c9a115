import { type Static, Type } from 'typebox';
import type { CallDefinition } from './call.ts';

export const ReportReason = Type.Union([
  Type.Literal('not-allowed'),
  Type.Literal('sexual'),
  Type.Literal('child'),
  Type.Literal('hateful'),
  Type.Literal('other'),
]);

export type ReportReason = Static<typeof ReportReason>;

const Id = Type.String({ minLength: 1, maxLength: 64 });

export const reportCalls = {
  reportPic: {
    method: 'POST',
    summary: 'Report one of the own pics to the operator',
    body: Type.Object({
      generate_id: Id,
      pic_id: Id,
      reason: ReportReason,
      words: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    data: Type.Object({ receipt: Type.String({ description: 'number of the report' }) }),
    feature: 'report',
  },
} satisfies Record<string, CallDefinition>;
