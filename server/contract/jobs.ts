import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, literals, Nothing, NumberOrDecimal, Paging } from './call.ts';
import { limits } from './limits.ts';

const Remedy = Type.Union([Type.Literal('redo'), Type.Literal('coins')]);

/** Offer to a user who rejects the pics: `redo` makes new pics for free, `coins` returns the coins. */
export type Remedy = Static<typeof Remedy>;

const RejectReason = literals('not-like-me', 'bad-picture', 'other');

export type RejectReason = Static<typeof RejectReason>;

const ListPic = Type.Object({
  id: Type.String(),
  list_url: Type.String({ description: '320 px wide, AVIF or WebP where the caller takes it' }),
});

export const Job = Type.Object({
  train_id: Type.String(),
  generate_id: Type.String(),
  template_id: Type.Integer(),
  title: Type.String({ description: 'of the template' }),
  cover_url: Type.String({
    description:
      'the first pic, 320 px wide, once there is one; of a redo that of the rejected job; else the template',
  }),
  style_id: Type.Integer(),
  status: Type.Integer({
    description: '1 to be audited, 2 auditing, 3 refused, 4 generating, 5 done, 6 failed',
  }),
  expect_minutes: Type.Integer({ description: 'minutes until it will be done; 0 when it is over' }),
  expect_seconds: Type.Optional(
    Type.Integer({
      description: 'seconds until it will be done, by what the last jobs took; 0 when it is over',
    }),
  ),
  queue_position: Type.Optional(
    Type.Integer({
      description: 'jobs that are before it and not yet begun; 0 when it is worked on, or over',
    }),
  ),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  create_time: Type.Integer({ description: 'seconds since 1970' }),
  refuse_reasons: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'of the photo in resource_pics' }),
      problems: Type.Array(Type.String()),
    }),
    { description: 'why the photos were not accepted; empty unless status is 3' },
  ),
  pics: Type.Optional(
    Type.Array(ListPic, {
      maxItems: 4,
      description:
        'the finished pics, in their order; while it is being made those that are there so far, which have no other address yet',
    }),
  ),
  pic_count: Type.Optional(
    Type.Integer({ description: 'how many pics are being made; absent once it is over' }),
  ),
  returnable_coins: Type.Optional(
    Type.Integer({
      description: 'coins that are returned if it is refused or fails, and have been once its status says so',
    }),
  ),
  photo_url: Type.Optional(
    Type.String({ description: 'the front photo, once the job is done; nothing is there once it is erased' }),
  ),
  remedy: Type.Optional(
    Type.Union(Remedy.anyOf, {
      description: 'what the user gets who rejects its pics now, by redoJob or returnCoins; absent: nothing',
    }),
  ),
});

export type Job = Static<typeof Job>;

export const Pic = Type.Object({
  ...ListPic.properties,
  pic_url: Type.String({ description: 'a JPEG in full size, to save and to share' }),
  screen_url: Type.String({
    description: 'the same for a screen: 768 px wide, AVIF or WebP where the caller takes it',
  }),
  pic_width: Type.Integer(),
  pic_height: Type.Integer(),
});

export type Pic = Static<typeof Pic>;

const JobInfo = Type.Object({ train_and_generate_info: Job });

const jobIds = {
  train_id: Type.String({ maxLength: 64 }),
  generate_id: Type.Optional(Type.String({ maxLength: 64, description: 'may be missing or empty' })),
};

export const jobCalls = {
  getGenerateCost: {
    method: 'GET',
    summary: 'The coins of one generation for a user who is not subscribed',
    data: Type.Object({
      num: Type.Integer(),
      pic_count: Type.Optional(Type.Integer({ description: 'how many pics one generation makes' })),
      free_redos: Type.Optional(
        Type.Integer({ description: 'how many times a user may have rejected pics made again for free' }),
      ),
    }),
  },
  goTrainAndGeneratePic: {
    method: 'POST',
    summary: 'Create a job and hold its coins',
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'the same key returns the same job' }),
      ),
    }),
    body: Type.Object({
      template_id: NumberOrDecimal,
      resource_pics: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
        minItems: 1,
        maxItems: limits.photos,
        description: 'addresses below the own prefix, the front photo first',
      }),
      style_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1 })),
    }),
    data: JobInfo,
  },
  getTrainAndGenerateResultById: {
    method: 'GET',
    summary: 'How a job is doing',
    query: Type.Object(jobIds),
    data: JobInfo,
  },
  getTrainAndGenerateResultList: {
    method: 'GET',
    summary: 'The own jobs, newest first',
    query: Paging,
    data: listOf(Job),
  },
  deleteTrainAndGenerate: {
    method: 'POST',
    summary: 'Delete a job with its pics, or one pic of it; a running job gives its coins back',
    body: Type.Object({ ...jobIds, pic_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }),
    data: Nothing,
  },
  redoJob: {
    method: 'POST',
    summary: 'Make the pics of a job again for nothing, within a day of its end',
    body: Type.Object({
      ...jobIds,
      reason: RejectReason,
      resource_pics: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
          minItems: 1,
          maxItems: limits.photos,
          description: 'photos to use instead of those of the job, the front photo first',
        }),
      ),
    }),
    data: JobInfo,
    feature: 'redo',
  },
  returnCoins: {
    method: 'POST',
    summary: 'Give back the coins of pics whose last redo is rejected too, within a day of its end',
    body: Type.Object({ ...jobIds, reason: RejectReason }),
    data: Type.Object({ coins: Type.Integer() }),
    feature: 'redo',
  },
  getUserPicsByGenerateId: {
    method: 'GET',
    summary: 'The pics of a job',
    query: Type.Object({ generate_id: Type.String({ minLength: 1, maxLength: 64 }) }),
    data: listOf(Pic),
  },
  getPersonalPics: {
    method: 'GET',
    summary: 'The photos that were accepted last, the front one first',
    data: listOf(Type.String()),
  },
} satisfies Record<string, CallDefinition>;
