import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { Counter, Histogram, type Registry } from 'prom-client';
import {
  type ClientEvents,
  clientEventsSchema,
  clientHosts,
  clientSteps,
  type Frame,
} from '../contract/client-events.ts';
import type { DbAndClock } from '../db/database.ts';
import { addressOf } from '../http/caller.ts';
import { screens } from '../http/files/app-files.ts';
import { bounds, Rate } from '../http/limits/limiters.ts';
import { isFromOtherSite, otherSite } from '../http/origin.ts';
import { addPhoneCounts } from './phone-counts.ts';

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

/** Error names that become metric labels. Others count as `other`: scripts could invent any number. */
const knownErrors = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'DOMException',
  'ApiError',
  'NetworkError',
  'BridgeError',
  'MissingFeature',
];

/** Label for an error's name. Scripts can invent other names. */
const labelOfError = (name: string): string => (knownErrors.includes(name) ? name : 'other');

/** Steps that pages report with the template. */
const ofTemplates = ['paid', 'saved', 'shared'];

/** Label for the path of a screen without its slash. Callers can invent other paths. */
const labelOfScreen = (path: string): string => (screens.includes(path) ? path || 'home' : 'other');

/** `screen` is the screen's name: `home` for Home, `other` for unknown screens. */
type Counted = Pick<ClientEvents, 'host' | 'vitals' | 'errors' | 'steps'> & { screen: string };

/** Templates above this number share the metric label `other`, so that Prometheus stays small. */
const mostTemplates = 300;

export class ClientMetrics {
  readonly #pages: Counter<'host' | 'screen'>;
  readonly #errors: Counter<'host' | 'screen' | 'error'>;
  readonly #steps: Counter<'host' | 'step' | 'template'>;
  readonly #templates = new Set<string>();
  readonly #vitals: Record<'lcp' | 'inp' | 'cls', Histogram<'host' | 'screen'>>;

  /** `templates` are the ids of the templates that are offered. */
  constructor(registry: Registry, templates: readonly number[]) {
    const registers = [registry];
    const labelNames = ['host', 'screen'] as const;
    this.#pages = new Counter({
      name: 'tyy_client_pages_total',
      help: 'Pages that reported, by the screen on which they were opened',
      labelNames,
      registers,
    });
    this.#errors = new Counter({
      name: 'tyy_client_errors_total',
      help: 'Errors on phones, by the screen on which the page was opened and the name of the error',
      labelNames: [...labelNames, 'error'],
      registers,
    });
    this.#steps = new Counter({
      name: 'tyy_steps_total',
      help: 'Steps that users took: a photo was sent, a preview seen, pics paid for, a pic saved, a pic shared',
      labelNames: ['host', 'step', 'template'],
      registers,
    });
    const seconds = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers });
    this.#vitals = {
      lcp: seconds(
        'tyy_client_lcp_seconds',
        'Largest contentful paint of a sample of pages',
        [0.5, 1, 1.5, 2, 2.5, 4, 6, 10],
      ),
      inp: seconds(
        'tyy_client_inp_seconds',
        'Slowest response to a tap in a sample of pages',
        [0.05, 0.1, 0.2, 0.3, 0.5, 1],
      ),
      cls: new Histogram({
        name: 'tyy_client_cls',
        help: 'Layout shift of a sample of pages',
        labelNames,
        buckets: [0.01, 0.05, 0.1, 0.25, 0.5],
        registers,
      }),
    };
    this.#startAtZero(templates);
  }

  /** Prometheus' increase() ignores the first value of each series, so each known series begins with 0. */
  #startAtZero(templates: readonly number[]): void {
    for (const host of clientHosts) {
      for (const screen of screens) this.#pages.inc({ host, screen: labelOfScreen(screen) }, 0);
      for (const step of clientSteps) this.#steps.inc({ host, step, template: '' }, 0);
      for (const template of templates.map(id => this.#labelOf(id)))
        for (const step of ofTemplates) this.#steps.inc({ host, step, template }, 0);
    }
  }

  count({ host, screen, vitals = {}, errors, steps = [] }: Counted): void {
    const labels = { host, screen };
    this.#pages.inc(labels);
    for (const { name } of errors) {
      this.#errors.inc({ ...labels, error: labelOfError(name) });
    }
    for (const { step, template } of steps) {
      this.#steps.inc({ host, step, template: template === undefined ? '' : this.#labelOf(template) });
    }
    if (vitals.lcp !== undefined) this.#vitals.lcp.observe(labels, vitals.lcp / 1000);
    if (vitals.inp !== undefined) this.#vitals.inp.observe(labels, vitals.inp / 1000);
    if (vitals.cls !== undefined) this.#vitals.cls.observe(labels, vitals.cls);
  }

  #labelOf(template: number): string {
    const label = String(template);
    if (!this.#templates.has(label)) {
      if (this.#templates.size >= mostTemplates) return 'other';
      this.#templates.add(label);
    }
    return label;
  }
}

/** Maps positions in built scripts to the source code. The build's source maps are never sent to clients. */
export class SourceMaps {
  readonly #folder: string;
  readonly #oneAtATime = pLimit(1);
  /** Limits how many maps are read per minute, because each blocks this thread for about 50 ms. */
  readonly #read = new Rate(bounds.sourceMaps, minute);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Source positions, e.g. `src/flows/app/start.ts:12`. Without a source map, built positions. */
  find(frames: Frame[]): Promise<string[]> {
    return this.#oneAtATime(() => this.#find(frames));
  }

  async #find(frames: Frame[]): Promise<string[]> {
    const maps = new Map<string, TraceMap | null>();
    for (const { file } of frames) if (!maps.has(file)) maps.set(file, await this.#load(file));
    return frames.map(({ file, line, column }) => {
      const map = maps.get(file);
      const found = map && originalPositionFor(map, { line, column: column - 1 });
      if (!found?.source) return `${file}:${line}:${column}`;
      return `${found.source.replace(/^(\.\.\/)+/, '')}:${found.line}`;
    });
  }

  // Maps are not cached: each takes megabytes, and only one example per day of each error is logged.
  async #load(file: string): Promise<TraceMap | null> {
    if (!this.#read.take('')) return null;
    const text = await readFile(join(this.#folder, `${file}.map`), 'utf8').catch(() => null);
    return text === null ? null : new TraceMap(text);
  }
}
