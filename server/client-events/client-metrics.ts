import { Counter, Histogram, type Registry } from 'prom-client';
import { type ClientEvents, clientHosts, clientSteps } from '../contract/client-events.ts';
import { screens } from '../http/files/app-files.ts';

/**
 * Error names that may become metric labels. All others count as `other`, because scripts could invent any number of
 * names.
 */
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

/** `screen` is the screen's name: `home` for Home, `other` for unknown screens. */
type Counted = Pick<ClientEvents, 'host' | 'vitals' | 'errors' | 'steps'> & { screen: string };

/**
 * Maximum number of templates with a metric label of their own. The rest count as `other`, so that Prometheus stays
 * small.
 */
const mostTemplates = 300;

/** Label for an error's name. Scripts can invent other names. */
export const labelOfError = (name: string): string => (knownErrors.includes(name) ? name : 'other');

/** Steps that pages report with the template. */
const ofTemplates = ['paid', 'saved', 'shared'];

/** Label for the path of a screen without its slash. Callers can invent other paths. */
export const labelOfScreen = (path: string): string => (screens.includes(path) ? path || 'home' : 'other');

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
