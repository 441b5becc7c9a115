import { join } from 'node:path';
import cors from '@fastify/cors';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { type Static, Type } from 'typebox';
import type { FindSignInPage } from '../accounts/oidc/open-oidc-login.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { identifyCallers } from '../accounts/sessions.ts';
import { clientEventRoutes, SourceMaps } from '../client-events/routes.ts';
import { dataCopies, dataCopyRoutes } from '../data-copy/routes.ts';
import { erasureRoutes, photoRoutes } from '../erasure/routes.ts';
import { appFiles, screenAddress } from '../http/files/app-files.ts';
import { lostShares, wizard } from '../http/files/lost-shares.ts';
import {
  limitBodies,
  limitCallers,
  refuseCrowdedBodies,
  refuseOddValues,
  refuseWhenBusy,
} from '../http/limits/limit-callers.ts';
import { closeConnections, limitConnections, readNothingForHead } from '../http/limits/limit-connections.ts';
import { serveMetrics } from '../http/metrics.ts';
import { checkReturn, refuseOtherSites, refuseSeveralHosts } from '../http/origin.ts';
import { sendMalformed, sendNoSuchCall, sendNotFound, sendRefusal } from '../http/refusals.ts';
import { logRequests, requestIds } from '../http/request-log.ts';
import { protectResponses } from '../http/security-headers.ts';
import { type ApiApp, describeApi } from '../http/serve-call.ts';
import { jobRoutes } from '../jobs/routes.ts';
import { serveHealth } from '../measure/health.ts';
import { admobNotifications } from '../money/admob/admob.ts';
import { nextRenewal } from '../money/renewals.ts';
import { moneyRoutes, orderRoutes } from '../money/routes.ts';
import { operatorRoutes } from '../operator/routes.ts';
import { pushRoutes } from '../push/routes.ts';
import { reportPages, reportRoutes } from '../reports/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { framePage } from '../sandbox/shell/shell-routes.ts';
import type { Services } from '../services/services.ts';
import { shareCardRoutes, sharePages } from '../share-cards/routes.ts';
import { ossEndpoint } from '../store/oss/oss-endpoint.ts';
import { signedPictures } from '../store/signed-pictures.ts';
import { previewRoutes, templateRoutes } from '../templates/routes.ts';
import { tryOnRoutes } from '../try-ons/routes.ts';
import { wechatRoutes } from '../wechat/open-wechat.ts';

const Query = Type.Object({
  login_type: Type.String({ minLength: 1, maxLength: 100 }),
  redirect_uri: Type.String({ maxLength: 2048 }),
  state: Type.String({ minLength: 16, maxLength: 200 }),
  nonce: Type.String({ minLength: 16, maxLength: 200 }),
  code_challenge: Type.String({ pattern: '^[\\w-]{43}$' }),
});

interface Parts {
  signInPages: Map<string, FindSignInPage>;
  config: { corsOrigins: string[] };
}

/** Time limit (ms) for a request body to arrive, except uploads. Bodies have at most 1 MB, usually less than 1 kB. */
const bodyTime = 10_000;

type Limit = ReturnType<typeof limitCallers>;

/**
 * The whole backend as a Fastify instance that is not listening yet. A worker serves only health checks and metrics.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, log, db, storage, endpoints, metrics, sessions } = services;
  const base = Fastify({
    loggerInstance: log,
    // Trust only the proxies in front of this server. Callers can invent all other entries of the header.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    rewriteUrl: ({ url = '/' }) => screenAddress(url),
    genReqId: requestIds(config.trustProxy > 0),
    logController: new LogController({ disableRequestLogging: true }),
    // At shutdown, idle connections end at once, and the others after their response.
    forceCloseConnections: 'idle',
    // The app's files may take longer than the default of 10 s to copy and compress on a busy machine.
    pluginTimeout: 120_000,
    // During shutdown, still serve requests on open connections.
    return503OnClosing: false,
    frameworkErrors: sendMalformed,
    ...limitConnections({ isBehindProxy: config.trustProxy > 0, keepAlive: config.keepAlive }),
  });
  base.decorate('publicUrl', config.publicUrl ?? null);
  base.setErrorHandler(sendRefusal);
  protectResponses(base);
  closeConnections(base);
  limitBodies(base, bodyTime);
  readNothingForHead(base);
  logRequests(base);
  refuseSeveralHosts(base);
  serveHealth(base, services);
  if (config.metrics) serveMetrics(base, metrics);
  if (config.role === 'worker') {
    base.setNotFoundHandler(sendNotFound);
    return base;
  }

  // These paths accept requests from other sites, because each request proves its right: calls by a token, payment
  // providers' messages by a signature, uploads by credentials. The wizard drops photos that another site sends.
  const proven = ['/v1/', '/notify/', ...(endpoints ? [`/${endpoints.bucket}/`] : [])];
  refuseOtherSites(base, { except: [...proven, wizard] });
  const app: ApiApp = base.withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(TypeBoxValidatorCompiler);

  await app.register(appFiles, {
    folder: config.appDir,
    releases: join(config.dataDir, 'app-files'),
    changedPage: config.sandbox ? framePage : undefined,
    pictureOrigin: storage.foreignOrigin,
    settings: config.app,
  });
  // Register this after the app's files, because their paths may contain any characters.
  refuseOddValues(app);
  await app.register(lostShares, { folder: join(config.dataDir, 'shared') });
  if (endpoints) {
    const isActive = async (session: string) => (await sessions.findUserOf(session)) !== null;
    await app.register(ossEndpoint, { ...endpoints, db, isActive });
    await app.register(signedPictures, endpoints);
  }
  await app.register(previewRoutes, services);
  await app.register(admobNotifications, services);
  app.decorateRequest('userId', null);
  const limit = limitCallers(config.rateLimit);
  await app.register(scope => pagesForGuests(scope, services, limit));
  await app.register(v1 => api(v1, services, limit), { prefix: '/v1' });
  return base;
}

/** Adds routes outside of the API that use the database but need no token. */
async function pagesForGuests(app: ApiApp, services: Services, limit: Limit): Promise<void> {
  refuseCrowdedBodies(app);
  limit(app);
  await app.register(sharePages, services);
  await app.register(signInPage, services);
  await app.register(reportPages, services);
  await app.register(dataCopies, services);
  for (const provider of services.payments) {
    await app.register(scope => provider.routes(scope, services));
  }
  if (services.config.sandbox) await app.register(sandboxRoutes, services);
}

async function api(app: ApiApp, services: Services, limit: Limit): Promise<void> {
  const { config } = services;
  await describeApi(app);
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      maxAge: 86_400,
      exposedHeaders: ['retry-after'],
    });
  }
  refuseWhenBusy(app);
  identifyCallers(app, services);
  refuseCrowdedBodies(app);
  limit(app);
  app.setNotFoundHandler(sendNoSuchCall);
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('cache-control', 'no-store');
    done(null, payload);
  });

  await app.register(accountRoutes, { ...services, nextRenewal: id => nextRenewal(services, id) });
  await app.register(operatorRoutes, services);
  await app.register(erasureRoutes, services);
  await app.register(photoRoutes, services);
  await app.register(dataCopyRoutes, services);
  await app.register(templateRoutes, services);
  await app.register(tryOnRoutes, { ...services, ...services.tryOns });
  await app.register(jobRoutes, services);
  const { vapid } = config;
  if (vapid) await app.register(pushRoutes, { ...services, vapid });
  await app.register(shareCardRoutes, services);
  await app.register(reportRoutes, services);
  await app.register(moneyRoutes, services);
  await app.register(orderRoutes, services);
  await app.register(wechatRoutes, services);
  const sourceMaps = new SourceMaps(join(config.appDir, '../maps'));
  await app.register(clientEventRoutes, { ...services, sourceMaps });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/**
 * Redirects a browser to an OpenID Connect issuer's sign-in page. If the issuer is unavailable, redirects back to the
 * app.
 */
async function signInPage(app: FastifyInstance, { signInPages, config }: Parts): Promise<void> {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/sign-in',
    { schema: { querystring: Query } },
    async (request, reply) => {
      const { login_type, ...page } = request.query;
      checkReturn('redirect_uri', page.redirect_uri, request, config);
      const address = await signInPages.get(login_type)?.(page);
      const back = new URL(page.redirect_uri);
      back.search = new URLSearchParams({ error: 'temporarily_unavailable', state: page.state }).toString();
      return reply.redirect((address ?? back).href);
    },
  );
}
