import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Sessions } from '../accounts/sessions.ts';
import { ClientMetrics } from '../client-events/routes.ts';
import { keepPrivate } from '../db/data-dir.ts';
import { openDatabase } from '../db/database.ts';
import { openHotReads } from '../db/hot-reads.ts';
import { artVersion } from '../generator/art-version.ts';
import type { Generator } from '../generator/generator.ts';
import type { Template } from '../generator/list-templates.ts';
import { leastPhotoSide, openGenerator } from '../generator/open-generator.ts';
import { PreviewThread } from '../generator/preview/preview-thread.ts';
import { openMetrics } from '../http/metrics.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { type JobQueue, openJobQueue, waitForCalm } from '../jobs/job-queue.ts';
import { Forecast } from '../jobs/job-view.ts';
import { countRejections, measureGenerator, measureWaits } from '../jobs/measure-waits.ts';
import { PhotoChecks, PhotoDecoder } from '../jobs/photo-checks/photo-checks.ts';
import { runJob } from '../jobs/run-job.ts';
import { openLabels } from '../labels/open-labels.ts';
import { openLog } from '../log.ts';
import { measureProduct } from '../measure/measure-product.ts';
import { giveWelcomeCoins } from '../money/ledger.ts';
import { type PaymentProvider, ShopWatch } from '../money/payment-provider.ts';
import { type PushNetwork, publicNetwork } from '../push/post-push.ts';
import { PushSender } from '../push/push-sender.ts';
import type { Config } from '../settings/config.ts';
import { missingSettings } from '../settings/missing-settings.ts';
import { joinCommonStore, markOfStore } from '../store/common-store.ts';
import { openEndpoints, openLocalStorage } from '../store/local-storage.ts';
import { readSecret } from '../store/read-secret.ts';
import { OfferedTemplates, openCatalogue } from '../templates/catalogue.ts';
import { PreviewCache } from '../templates/preview-cache.ts';
import { readTemplates } from '../templates/read-own-templates.ts';
import { TryOnDrawer, type TryOnDrawing } from '../try-ons/try-on-drawer.ts';
import { openWechat } from '../wechat/open-wechat.ts';
import { startHousekeeping, sweepFiles } from './housekeeping.ts';
import { openProviders } from './open-providers.ts';

/** Milliseconds that a drawing waits for running jobs; a caller is waiting for the drawing. */
const longestWait = 15_000;

/** Long-lived services, opened once per process. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the database, store, generator and queue. Jobs that an earlier process left unfinished continue at once. */
export async function openServices(config: Config, parts: ServiceParts = {}) {
  const { dataDir, databaseUrl, role, remoteGenerator, generateDeadline: deadline, picsPerJob } = config;
  const leaseTime = config.jobLease * 1000;
  const clock = parts.clock ?? Date.now;
  const log = parts.log ?? openLog(config.logLevel);
  const onError = (error: unknown) => log.error(error);
  const onProblem = (problem: Error) => log.warn(problem);

  keepPrivate(dataDir, onProblem);
  const { own, made } = await readTemplates(config, sentence => log.warn(sentence));
  const labels = await openLabels(config, clock, onProblem);
  for (const { part, says, todo } of missingSettings(config)) log.warn(`${part}: ${says}. ${todo}`);
  const findsFaces = labels.mark === 'standard';
  const secret = await readSecret(dataDir);
  const db = await openDatabase({ dataDir, databaseUrl }, log);
  const endpoints = config.oss ? null : await openEndpoints({ dataDir, secret, db, clock, onProblem });
  const storage = endpoints
    ? openLocalStorage(endpoints)
    : (await import('../store/oss/oss-storage.ts')).openOssStorage(config.oss!, clock);
  const { store } = storage;
  const requireStore = await joinCommonStore(db, role, markOfStore(config.oss, secret));
  const drawing = new CalmDrawing(() => queue);
  // China's visible label would spoil an ID photo, and a remote generator may render ID photos wrongly.
  const offersIdPhotos = config.aiLabel.mark !== 'standard' && remoteGenerator === null;
  if (config.builtInTemplates && config.aiLabel.mark === 'standard')
    log.info('AI_LABEL=standard: ID photos are not offered, since no office takes one with a visible label.');
  const isOffered = ({ category }: Template) =>
    config.builtInTemplates && (offersIdPhotos || category !== 'id-photo');
  const catalogue = await openCatalogue(db, own, isOffered, {
    made,
    drawBuiltIn: drawing.draw,
  });
  const metrics = openMetrics();
  const generator =
    role === 'api'
      ? null
      : measureGenerator(
          parts.generator ??
            (await openGenerator(remoteGenerator, deadline, {
              own,
              findsFaces,
              comparesFaces: config.faceMatch,
              matteModel: config.matteModel,
              onProblem,
            })),
          metrics.registry,
        );
  const canTryOn = config.templatePreviews && remoteGenerator === null;
  const tryOns = {
    own,
    drawer: parts.tryOnDrawer ?? new TryOnDrawer(config.matteModel),
    canTryOn,
    comparesFaces: config.faceMatch && remoteGenerator === null,
  };
  const { registry } = metrics;
  const { vapid } = config;
  const network = parts.pushNetwork ?? publicNetwork;
  const pushes = vapid && new PushSender({ db, clock, registry, network, onProblem, vapid });
  const measureWait = measureWaits(registry, clock);
  const onEnd: JobContext['onEnd'] = (job, status) => {
    measureWait(job, status);
    pushes?.wake();
  };
  const context = generator && { db, store, generator, clock, onError, onEnd, leaseTime, labels, picsPerJob };
  const queue: JobQueue = await openJobQueue({
    db,
    clock,
    onError,
    leaseTime,
    requireStore,
    run:
      context &&
      ((id, signal) => {
        drawing.rest();
        tryOns.drawer.rest();
        return runJob(context, id, signal);
      }),
  });

  const shopWatch = new ShopWatch(registry, log);
  const services = {
    config,
    log,
    clock,
    db,
    reads: openHotReads(db),
    sessions: new Sessions(db, clock),
    metrics,
    clientMetrics: new ClientMetrics(
      metrics.registry,
      catalogue.offered.map(({ id }) => id),
    ),
    shopWatch,
    forecast: new Forecast(db, clock),
    store,
    labels,
    photoChecks: new PhotoChecks({
      db,
      clock,
      store,
      leastSide: leastPhotoSide(config.remoteGenerator),
      decoder: parts.photoDecoder ?? new PhotoDecoder(),
    }),
    storage,
    endpoints,
    queue,
    templates: new OfferedTemplates(catalogue.offered, db, clock),
    findTemplate: catalogue.find,
    previews: new PreviewCache(join(dataDir, 'previews', artVersion), catalogue.draw, {
      onProblem,
      versionOf: id => {
        const { previewVersion } = catalogue.find(id)!;
        return previewVersion === artVersion ? '' : `-${previewVersion}`;
      },
    }),
    tryOns,
    pushes,
    rejections: countRejections(metrics.registry),
    ...(await openProviders(config, { db, clock, log, shopWatch, more: parts.payments })),
    onNewUser: giveWelcomeCoins,
    wechat: openWechat(config, db, clock),
  };
  measureProduct(metrics.registry, services);
  const stopHousekeeping = role === 'api' ? null : startHousekeeping(services, parts.housekeepingPause);
  const stopSweeping = sweepFiles(dataDir, log, parts.housekeepingPause);
  return {
    ...services,
    async close() {
      stopSweeping();
      await stopHousekeeping?.();
      await queue.close();
      await pushes?.close();
      await services.photoChecks.close();
      await generator?.close();
      await Promise.all([services.previews.close(), drawing.close()]);
      await tryOns.drawer.close();
      await db.close();
    },
  };
}

/** Draws templates, but waits for running jobs, because drawing during a job would take twice the memory. */
class CalmDrawing {
  readonly #thread = new PreviewThread();
  readonly #queue: () => Pick<JobQueue, 'isBusy'>;
  #drawing = 0;

  constructor(queue: () => Pick<JobQueue, 'isBusy'>) {
    this.#queue = queue;
  }

  /** Waits until no job is running, but at most `longestWait`, then draws a template. */
  readonly draw: PreviewThread['draw'] = async (templateId, hand) => {
    await waitForCalm(this.#queue(), AbortSignal.timeout(longestWait));
    this.#drawing++;
    try {
      return await this.#thread.draw(templateId, hand);
    } finally {
      this.#drawing--;
      if (await this.#queue().isBusy()) this.rest();
    }
  };

  /** Ends the drawing thread to free its memory, unless it is drawing a template. */
  rest(): void {
    if (this.#drawing === 0) void this.#thread.close();
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

export interface ServiceParts {
  generator?: Generator;
  tryOnDrawer?: TryOnDrawing;
  photoDecoder?: PhotoDecoder;
  payments?: PaymentProvider[];
  pushNetwork?: PushNetwork;
  clock?: () => number;
  log?: FastifyBaseLogger;
  /** Maximum interval between housekeeping runs, in milliseconds. */
  housekeepingPause?: number;
}
