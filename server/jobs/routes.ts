import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, signedIn } from '../accounts/identify.ts';
import { loadUser } from '../accounts/user.ts';
import type { ApiApp } from '../http/api-app.ts';
import { notFound } from '../http/api-error.ts';
import { answer, emptyEnvelope, envelopeOf } from '../http/envelope.ts';
import { originOf } from '../http/origin.ts';
import { Paging, pageOf } from '../http/paging.ts';
import { languageOf } from '../http/text.ts';
import type { Services } from '../services.ts';
import { createJob } from './create-job.ts';
import { deleteJob, deletePic } from './delete-job.ts';
import { type Viewer, viewJobs } from './job-view.ts';
import { Job, JobIds, JobInfo, Pic } from './schemas.ts';

/** Creating jobs, looking at them, and their pics. */
export async function jobRoutes(app: ApiApp, services: Services): Promise<void> {
  const { config, db, reads, space } = services;
  app.addHook('onRequest', signedIn);

  app.get(
    '/getGenerateCost',
    {
      schema: {
        summary: 'The coins of one generation for somebody who is not subscribed',
        response: { 200: envelopeOf(Type.Object({ num: Type.Integer() })) },
      },
    },
    async () => answer({ num: config.generateCost }),
  );

  app.post(
    '/goTrainAndGeneratePic',
    {
      schema: {
        summary: 'Create a job and hold its coins',
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'the same key answers the same job' }),
          ),
        }),
        body: Type.Object({
          template_id: Type.Integer({ minimum: 1 }),
          resource_pics: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
            minItems: 1,
            maxItems: 5,
            description: 'addresses below the own prefix, the front photo first',
          }),
          style_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1 })),
        }),
        response: { 200: envelopeOf(JobInfo) },
      },
    },
    async request => {
      const job = await createJob(services, {
        userId: callerOf(request),
        templateId: request.body.template_id,
        styleId: request.body.style_id ?? 1,
        photoAddresses: request.body.resource_pics,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      });
      return answer({ train_and_generate_info: await viewJob(request, job) });
    },
  );

  app.get(
    '/getTrainAndGenerateResultById',
    {
      schema: {
        summary: 'How a job is doing',
        querystring: JobIds,
        response: { 200: envelopeOf(JobInfo) },
      },
    },
    async request => {
      const { train_id: trainId, generate_id } = request.query;
      const job = await reads.jobs.get(trainId);
      const isNamed = job && (!generate_id || job.generate_id === generate_id);
      if (!isNamed || job.user_id !== callerOf(request)) throw notFound();
      return answer({ train_and_generate_info: await viewJob(request, job) });
    },
  );

  app.get(
    '/getTrainAndGenerateResultList',
    {
      schema: {
        summary: 'The own jobs, newest first',
        querystring: Paging,
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(Job) })) },
      },
    },
    async request => {
      const { offset, limit } = pageOf(request.query);
      const jobs = await db.query
        .selectFrom('jobs')
        .selectAll()
        .where('user_id', '=', callerOf(request))
        .orderBy('position', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      return answer({ list: await viewJobs(services, viewerOf(request), jobs) });
    },
  );

  app.post(
    '/deleteTrainAndGenerate',
    {
      schema: {
        summary: 'Delete a job with its pics, or one pic of it; a running job gives its coins back',
        body: Type.Interface([JobIds], {
          pic_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        }),
        response: { 200: emptyEnvelope },
      },
    },
    async request => {
      const { train_id: trainId, generate_id, pic_id } = request.body;
      const own = { userId: callerOf(request), trainId, generateId: generate_id || null };
      await (pic_id === undefined ? deleteJob(services, own) : deletePic(services, own, pic_id));
      return answer(null);
    },
  );

  app.get(
    '/getUserPicsByGenerateId',
    {
      schema: {
        summary: 'The pics of a job',
        querystring: Type.Object({ generate_id: Type.String({ minLength: 1, maxLength: 64 }) }),
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(Pic) })) },
      },
    },
    async request => {
      const generateId = request.query.generate_id;
      const own = await db.query
        .selectFrom('jobs')
        .select('generate_id')
        .where('generate_id', '=', generateId)
        .where('user_id', '=', callerOf(request))
        .executeTakeFirst();
      if (!own) throw notFound();

      const pics = await db.query
        .selectFrom('pics')
        .selectAll()
        .where('generate_id', '=', generateId)
        .orderBy('position')
        .execute();
      const list = pics.map(pic => ({
        id: pic.pic_id,
        pic_url: space.addressOf(pic.key, originOf(request)),
        pic_width: pic.width,
        pic_height: pic.height,
      }));
      return answer({ list });
    },
  );

  app.get(
    '/getPersonalPics',
    {
      schema: {
        summary: 'The photos that were accepted last, the front one first',
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(Type.String()) })) },
      },
    },
    async request => {
      const { photos } = await loadUser(db.query, callerOf(request));
      return answer({ list: photos.map(key => space.addressOf(key, originOf(request))) });
    },
  );

  async function viewJob(request: FastifyRequest, job: Parameters<typeof viewJobs>[2][number]) {
    const [view] = await viewJobs(services, viewerOf(request), [job]);
    return view!;
  }
}

function viewerOf(request: FastifyRequest): Viewer {
  return { origin: originOf(request), language: languageOf(request.headers['user-language']) };
}
