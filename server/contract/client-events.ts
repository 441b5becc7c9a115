import { type Static, Type } from 'typebox';
import { literals } from './call.ts';

/** Schemas with this option reject unknown fields. */
const strict = { additionalProperties: false };

const time = Type.Number({ minimum: 0, maximum: 600_000 });

/** A position in one of the app's scripts: file name without folders; line and column are counted from 1. */
const frameSchema = Type.Object(
  {
    file: Type.String({ pattern: '^[\\w.-]{1,80}$' }),
    line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    column: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  },
  strict,
);

export const clientHosts = ['shell', 'im', 'browser'] as const;

/** A user's steps from the first photo to the shared pic. We count how often each step is taken. */
export const clientSteps = ['photo', 'preview', 'paid', 'saved', 'shared'] as const;

/**
 * A page's errors, load times and steps. The page sends them when it is hidden, as text/plain to avoid a CORS
 * preflight. They contain nothing about the user: no error message, no address, no query, no id.
 */
export const clientEventsSchema = Type.Object(
  {
    version: Type.String({ pattern: '^[\\w.-]{1,20}$' }),
    host: literals(...clientHosts),
    /** Path of the screen on which the page was opened, without the slash; empty for Home. */
    screen: Type.String({ pattern: '^[a-z-]{0,20}$' }),
    /** Load times in milliseconds, and the sum of layout shifts (`cls`). Only a sample of pages sends them. */
    vitals: Type.Optional(
      Type.Object(
        {
          lcp: Type.Optional(time),
          inp: Type.Optional(time),
          cls: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
        },
        strict,
      ),
    ),
    errors: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^\\w{1,40}$' }),
          /** Name of the failed call, or of the handler that caught the error: `page`, `promise`. */
          place: Type.String({ pattern: '^\\w{1,40}$' }),
          frames: Type.Array(frameSchema, { maxItems: 8 }),
        },
        strict,
      ),
      { maxItems: 5 },
    ),
    /** Steps since the page's last report, each with the chosen template, if any. */
    steps: Type.Optional(
      Type.Array(
        Type.Object(
          {
            step: literals(...clientSteps),
            template: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
          },
          strict,
        ),
        { maxItems: 20 },
      ),
    ),
  },
  strict,
);

export type ClientEvents = Static<typeof clientEventsSchema>;

export type Frame = Static<typeof frameSchema>;
