import { Type } from 'typebox';

/** A job, as the app sees it. */
export const Job = Type.Object({
  train_id: Type.String(),
  generate_id: Type.String(),
  template_id: Type.Integer(),
  title: Type.String({ description: 'of the template' }),
  cover_url: Type.String({ description: 'the first pic once there is one, else the template' }),
  style_id: Type.Integer(),
  status: Type.Integer({
    description: '1 to be audited, 2 auditing, 3 refused, 4 generating, 5 done, 6 failed',
  }),
  expect_minutes: Type.Integer({ description: 'minutes until it will be done; 0 when it is over' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  create_time: Type.Integer({ description: 'seconds since 1970' }),
  refuse_reasons: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'of the photo in resource_pics' }),
      problems: Type.Array(Type.String()),
    }),
    { description: 'why the photos were not accepted; empty unless status is 3' },
  ),
});

/** The answer of every call about one job. */
export const JobInfo = Type.Object({ train_and_generate_info: Job });

/** What names a job. */
export const JobIds = Type.Object({
  train_id: Type.String({ maxLength: 64 }),
  generate_id: Type.Optional(Type.String({ maxLength: 64, description: 'may be missing or empty' })),
});

/** A pic, as the app sees it. */
export const Pic = Type.Object({
  id: Type.String(),
  pic_url: Type.String(),
  pic_width: Type.Integer(),
  pic_height: Type.Integer(),
});
