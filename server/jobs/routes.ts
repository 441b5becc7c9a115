import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loadUser } from '../accounts/user.ts';
import { notFound } from '../http/api-error.ts';
import { callerGone, callerOf } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import { pageOf, serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import { smallWidths } from '../store/object-store.ts';
import { listAddress, listStatements, type Viewer, type ViewJobParts, viewJobs } from './job-view.ts';
import {
  type CreateJobParts,
  createJob,
  type DeleteJobParts,
  deleteJob,
  deletePic,
  type OwnJob,
  type RejectPicsParts,
  redoJob,
  returnCoins,
} from './own-jobs.ts';

const usualStatements = 50;

/** Calls about jobs. Includes the coin ledger, because its rows refer to jobs. */
export async function jobRoutes(
  app: FastifyInstance,
  parts: CreateJobParts & DeleteJobParts & RejectPicsParts & ViewJobParts,
): Promise<void> {
  const { config, db, reads, storage } = parts;

  serveCall(app, 'getGenerateCost', async () => ({
    num: config.generateCost,
    pic_count: config.picsPerJob,
    free_redos: config.freeRedos,
  }));

  serveCall(app, 'goTrainAndGeneratePic', async (request, reply) => {
    const wanted = {
      userId: callerOf(request),
      templateId: Number(request.body.template_id),
      styleId: request.body.style_id ?? 1,
      language: languageOf(request.headers['user-language']),
      photoAddresses: request.body.resource_pics,
      idempotencyKey: request.headers['idempotency-key'] ?? null,
    };
    const job = await createJob(parts, wanted, callerGone(reply));
    return { train_and_generate_info: await viewJob(request, job) };
  });

  serveCall(app, 'getTrainAndGenerateResultById', async request => {
    const { train_id: trainId, generate_id } = request.query;
    const job = await reads.jobs.get(trainId);
    const isNamed = job && (!generate_id || job.generate_id === generate_id);
    if (!isNamed || job.user_id !== callerOf(request)) throw notFound();
    return { train_and_generate_info: await viewJob(request, job) };
  });

  serveCall(app, 'getTrainAndGenerateResultList', async request => {
    const { offset, limit } = pageOf(request.query);
    const jobs = await db.query
      .selectFrom('jobs')
      .selectAll()
      .where('user_id', '=', callerOf(request))
      .orderBy('position', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    return { list: await viewJobs(parts, viewerOf(request), jobs) };
  });

  serveCall(app, 'redoJob', async (request, reply) => {
    const job = await redoJob(parts, ownJob(request), request.body, callerGone(reply));
    return { train_and_generate_info: await viewJob(request, job) };
  });

  serveCall(app, 'returnCoins', async request => ({
    coins: await returnCoins(parts, ownJob(request), request.body.reason),
  }));

  serveCall(app, 'deleteTrainAndGenerate', async request => {
    const { pic_id } = request.body;
    const own = ownJob(request);
    await (pic_id === undefined ? deleteJob(parts, own) : deletePic(parts, own, pic_id));
    return null;
  });

  serveCall(app, 'getUserPicsByGenerateId', async request => {
    const generateId = request.query.generate_id;
    await db.query
      .selectFrom('jobs')
      .select('generate_id')
      .where('generate_id', '=', generateId)
      .where('user_id', '=', callerOf(request))
      .executeTakeFirstOrThrow(notFound);
    const pics = await db.query
      .selectFrom('pics')
      .selectAll()
      .where('generate_id', '=', generateId)
      .orderBy('position')
      .execute();
    const list = pics.map(pic => ({
      id: pic.pic_id,
      pic_url: storage.addressOf(pic.key, originOf(request)),
      screen_url: storage.addressOf(pic.key, originOf(request), { width: smallWidths.screen }),
      list_url: listAddress(storage, originOf(request), pic.key),
      pic_width: pic.width,
      pic_height: pic.height,
    }));
    return { list };
  });

  serveCall(app, 'getPersonalPics', async request => {
    const { photos } = await loadUser(db.query, callerOf(request));
    return { list: photos.map(key => storage.addressOf(key, originOf(request))) };
  });

  serveCall(app, 'getCoinStatementList', async request => {
    const page = pageOf(request.query, usualStatements);
    return { list: await listStatements(parts, viewerOf(request), { userId: callerOf(request), ...page }) };
  });

  async function viewJob(request: FastifyRequest, job: Parameters<typeof viewJobs>[2][number]) {
    const [view] = await viewJobs(parts, viewerOf(request), [job]);
    return view!;
  }
}

function ownJob(request: FastifyRequest & { body: { train_id: string; generate_id?: string } }): OwnJob {
  const { train_id: trainId, generate_id } = request.body;
  return { userId: callerOf(request), trainId, generateId: generate_id || null };
}

function viewerOf(request: FastifyRequest): Viewer {
  return { origin: originOf(request), language: languageOf(request.headers['user-language']) };
}
