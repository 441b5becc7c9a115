import { type Static, Type } from 'typebox';

const time = Type.Number({ minimum: 0, maximum: 600_000 });

/** A place in a script of the app: its file without folders, line and column from 1. */
const frameSchema = Type.Object(
  {
    file: Type.String({ pattern: '^[\\w.-]{1,80}$' }),
    line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    column: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  },
  { additionalProperties: false },
);

/** What a user does on the way from a visit, which is a page's first report, to a pic that others see. */
const stepSchema = Type.Union([
  Type.Literal('photo'),
  Type.Literal('preview'),
  Type.Literal('paid'),
  Type.Literal('saved'),
  Type.Literal('shared'),
]);

/**
 * What a page says of itself once it is hidden, as text/plain, which needs no question across origins beforehand: what
 * failed, how fast it was, and what the user did there. Nothing of the user: no message of an error, no address, no query, no id.
 */
export const clientReportSchema = Type.Object(
  {
    version: Type.String({ pattern: '^[\\w.-]{1,20}$' }),
    host: Type.Union([Type.Literal('shell'), Type.Literal('im'), Type.Literal('browser')]),
    /** The screen on which the page was opened, without its slash; empty for Home. */
    screen: Type.String({ pattern: '^[a-z-]{0,20}$' }),
    /** Milliseconds, and the sum of layout shifts; of a sample of the pages. */
    vitals: Type.Optional(
      Type.Object(
        {
          lcp: Type.Optional(time),
          inp: Type.Optional(time),
          cls: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
        },
        { additionalProperties: false },
      ),
    ),
    errors: Type.Array(
      Type.Object(
        {
          /** The name of the error's class. */
          name: Type.String({ pattern: '^\\w{1,40}$' }),
          /** The call that failed, or what caught it: `page`, `promise`. */
          place: Type.String({ pattern: '^\\w{1,40}$' }),
          frames: Type.Array(frameSchema, { maxItems: 8 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 5 },
    ),
    /** Steps taken on the page since its last report; with the template where one was chosen. */
    steps: Type.Optional(
      Type.Array(
        Type.Object(
          {
            step: stepSchema,
            template: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 20 },
      ),
    ),
  },
  { additionalProperties: false },
);

/** See `clientReportSchema`. */
export type ClientReport = Static<typeof clientReportSchema>;

/** A place in a script of the app: its file without folders, line and column from 1. */
export type Frame = Static<typeof frameSchema>;
