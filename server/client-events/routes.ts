import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type ClientEvents, clientEventsSchema } from '../contract/client-events.ts';
import type { DbAndClock } from '../db/database.ts';
import { addressOf } from '../http/caller.ts';
import { bounds } from '../http/limits/bounds.ts';
import { Rate } from '../http/limits/limiters.ts';
import { isFromOtherSite, otherSite } from '../http/origin.ts';
import { type ClientMetrics, labelOfError, labelOfScreen } from './client-metrics.ts';
import { addPhoneCounts } from './phone-counts.ts';
import type { SourceMaps } from './source-maps.ts';

/** Maximum body size in bytes. Five errors with eight frames each need less. */
const mostBytes = 8 * 1024;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface ClientEventParts extends DbAndClock {
  clientMetrics: ClientMetrics;
  sourceMaps: SourceMaps;
  /** Returns undefined for an unknown template id; the step is then not counted. */
  findTemplate: (id: number) => unknown;
  log: FastifyBaseLogger;
  config: { corsOrigins: string[] };
}

/** Counts the events that pages send, and logs one example per day of each error. */
export async function clientEventRoutes(app: FastifyInstance, parts: ClientEventParts): Promise<void> {
  const { clientMetrics, sourceMaps, findTemplate, log, db, clock, config } = parts;
  const counted = new Rate(bounds.clientEvents, minute, clock);
  let told = { day: 0, errors: new Set<string>(), ofOne: new Map<string, number>(), hour: 0, inHour: 0 };

  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string', bodyLimit: mostBytes },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string));
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }));
      }
    },
  );

  app.post<{ Body: ClientEvents }>(
    '/clientReport',
    {
      schema: { hide: true, body: clientEventsSchema },
      bodyLimit: mostBytes,
      // Check the origin: beacons need no token and no preflight, so any website could make its visitors send some.
      onRequest: async request => {
        const isOfApp = config.corsOrigins.includes(request.headers.origin ?? '');
        if (!isOfApp && isFromOtherSite(request)) throw otherSite();
      },
    },
    async (request, reply) => {
      const address = addressOf(request);
      if (counted.take(address)) await take(request.body, address);
      return reply.code(204).send();
    },
  );

  async function take(report: ClientEvents, address: string): Promise<void> {
    const screen = labelOfScreen(report.screen);
    const { host, version, errors } = report;
    const steps = (report.steps ?? []).map(({ step, template }) =>
      template !== undefined && findTemplate(template) ? { step, template } : { step },
    );
    clientMetrics.count({ ...report, steps, screen });
    const names = ['', ...errors.map(({ name }) => labelOfError(name))];
    const counts = names.map(error => ({ host, screen, error }));
    await addPhoneCounts(db.query, counts, clock()).catch(error => log.error(error));
    for (const { name, place, frames } of errors) {
      if (!isNew(`${name} ${place} ${frames[0]?.file} ${frames[0]?.line}`, address)) continue;
      const stack = await sourceMaps.find(frames);
      log.warn({ error: name, place, screen, host, version, stack }, 'a page failed on a phone');
    }
  }

  /** True if the error should be logged. Limits per address and hour prevent invented errors from hiding real ones. */
  function isNew(error: string, address: string): boolean {
    const now = clock();
    const [today, thisHour] = [Math.floor(now / day), Math.floor(now / hour)];
    if (told.day !== today)
      told = { day: today, errors: new Set(), ofOne: new Map(), hour: thisHour, inHour: 0 };
    if (told.hour !== thisHour) Object.assign(told, { hour: thisHour, inHour: 0 });
    const ofOne = told.ofOne.get(address) ?? 0;
    const isTooMuch = ofOne >= bounds.loggedErrors.ofOne || told.inHour >= bounds.loggedErrorsAnHour.inAll;
    if (told.errors.has(error) || isTooMuch) return false;
    told.errors.add(error);
    told.ofOne.set(address, ofOne + 1);
    told.inHour += 1;
    return true;
  }
}
