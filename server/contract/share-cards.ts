import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, literals, Nothing } from './call.ts';

export const ShareCard = Type.Object({
  pic_id: Type.String(),
  page_url: Type.String({
    description: 'a page that anybody with the address may open, until it is taken back',
  }),
  card_url: Type.String({ description: 'the card on that page, a JPEG' }),
  hidden: Type.Boolean({
    description:
      'whether nobody sees that page at the moment: it was reported, and waits to be looked at or was taken down',
  }),
});

export type ShareCard = Static<typeof ShareCard>;

const Id = Type.String({ minLength: 1, maxLength: 64 });

export const shareCardCalls = {
  getShareCards: {
    method: 'GET',
    summary: 'The public pics of a job',
    query: Type.Object({ generate_id: Id }),
    data: listOf(ShareCard),
    feature: 'share-card',
  },
  createShareCard: {
    method: 'POST',
    summary: 'Make a pic public; one that is public keeps its address',
    body: Type.Object({ generate_id: Id, pic_id: Id }),
    data: ShareCard,
    feature: 'share-card',
  },
  deleteShareCard: {
    method: 'POST',
    summary: 'Take a pic back: its public address ends at once and never comes again',
    body: Type.Object({ generate_id: Id, pic_id: Id }),
    data: Nothing,
    feature: 'share-card',
  },
} satisfies Record<string, CallDefinition>;

export const ReportReason = literals('not-allowed', 'sexual', 'child', 'hateful', 'other');

export type ReportReason = Static<typeof ReportReason>;

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
