import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { facebookLogin, openWechatLogin } from '../accounts/login.ts';
import { type OidcIssuer, openOidcLogin } from '../accounts/oidc/open-oidc-login.ts';
import { explainTrouble } from '../db/explain-trouble.ts';
import { checkServer, openServerPool } from '../db/server-pool.ts';
import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { openSigner } from '../labels/open-labels.ts';
import type { Config } from '../settings/config.ts';
import { bucketOrigin, openOssStorage } from '../store/oss/oss-storage.ts';
import { fetchTicket } from '../wechat/open-wechat.ts';
import { fetchWell, moneyChecks } from './money-checks.ts';
import type { Check } from './run-checks.ts';

const pushServices = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];

export function checksOf(config: Config): Check[] {
  return [
    ...machineChecks(config),
    ...storageChecks(config),
    ...signInChecks(config),
    ...moneyChecks(config),
    {
      service: 'WeChat’s page signatures',
      ask: config.wechat && (() => fetchTicket(config.wechat!)),
      advice:
        'Check WECHAT_APP_ID and WECHAT_APP_SECRET, and add this server’s address to the IP list of the account.',
    },
    ...pictureChecks(config),
    {
      service: 'Web Push',
      ask: config.vapid && askPushServices,
      advice: `Let this server reach port 443 of ${pushServices.join(', ')}: those are Chrome’s, Firefox’s and Safari’s.`,
    },
  ];
}

function machineChecks({ dataDir, publicUrl }: Config): Check[] {
  return [
    {
      service: 'DATA_DIR',
      ask: () => askFolder(dataDir),
      advice: 'Let the server’s user write to this folder, or name another one.',
    },
    {
      service: 'PUBLIC_URL',
      ask: publicUrl === undefined ? null : () => askPublicUrl(publicUrl),
      advice: 'Start the server, and let this origin lead to it: users open the app there.',
    },
  ];
}

function storageChecks({ databaseUrl, oss, publicUrl }: Config): Check[] {
  const isServer = databaseUrl !== null && databaseUrl !== 'memory://';
  const storage = oss && openOssStorage(oss, Date.now);
  return [
    {
      service: 'PostgreSQL',
      ask: isServer ? () => askDatabase(databaseUrl) : null,
      advice: 'Check DATABASE_URL, and the rights of its role: docs/operations.md says what it needs.',
    },
    {
      service: 'OSS: bucket',
      ask: storage && (() => storage.store.head('photos/doctor')),
      advice:
        'Check OSS_REGION, OSS_BUCKET and the key: its user needs the rights that docs/providers.md names.',
    },
    {
      service: 'OSS: role',
      ask: storage && (() => storage.allowUpload('photos/doctor/', '', '')),
      advice: 'Check OSS_ROLE_ARN, and give the key’s user sts:AssumeRole on it.',
    },
    {
      service: 'OSS: CORS',
      ask: oss && publicUrl ? () => askCors(bucketOrigin(oss), publicUrl) : null,
      advice: 'Allow PUT and GET from PUBLIC_URL in the CORS rules of the bucket.',
    },
  ];
}

function signInChecks({ facebook, wechatLogin, issuers, publicUrl }: Config): Check[] {
  // Each check sends an invalid token. A provider that accepts our app rejects only the token, else it rejects the app.
  return [
    {
      service: 'Facebook',
      ask: facebook && (() => refusesNobody(problem => facebookLogin(facebook, Date.now, problem)('doctor'))),
      advice: 'Check FACEBOOK_APP_ID and FACEBOOK_APP_SECRET in the app’s basic settings.',
    },
    {
      service: 'WeChat sign-in',
      ask: wechatLogin && (() => refusesNobody(problem => openWechatLogin(wechatLogin, problem)('doctor'))),
      advice: 'Check the id and the secret of the official account and of the mobile app.',
    },
    ...[...new Set(['google', 'apple', ...issuers.map(({ loginType }) => loginType)])].map(loginType =>
      issuerCheck(loginType, issuers, publicUrl),
    ),
  ];
}

function issuerCheck(name: string, issuers: OidcIssuer[], publicUrl = 'https://localhost'): Check {
  const issuer = issuers.find(({ loginType }) => loginType === name);
  const proof = {
    redirect_uri: `${publicUrl}/tyy/`,
    code_verifier: 'doctor'.repeat(8),
    nonce: 'doctor',
    iss: issuer?.issuer ?? '',
  };
  return {
    service: `Sign-in with ${name}`,
    ask:
      issuer === undefined
        ? null
        : () =>
            refusesNobody(problem =>
              openOidcLogin(issuer, Date.now, problem).login('doctor', issuer.client ? proof : {}),
            ),
    advice: 'Check the issuer’s address, and the id, the secret (or the key) and the way back of its client.',
  };
}

function pictureChecks({ remoteGenerator, credentials }: Config): Check[] {
  const comfyui = remoteGenerator?.kind === 'comfyui' ? remoteGenerator : null;
  const dashscope = remoteGenerator?.kind === 'dashscope' ? remoteGenerator : null;
  const openai = remoteGenerator?.kind === 'openai-images' ? remoteGenerator : null;
  return [
    {
      service: 'ComfyUI',
      ask: comfyui && (() => fetchWell(`${comfyui.url}/system_stats`)),
      advice: 'Check COMFYUI_URL, and that the server runs and takes connections from here.',
    },
    {
      service: 'Model Studio',
      ask: dashscope && (() => askDashscope(dashscope)),
      advice: 'Check DASHSCOPE_API_KEY: a key of the region of DASHSCOPE_API.',
    },
    {
      service: 'OpenAI’s images protocol',
      ask: openai && (() => askOpenai(openai)),
      advice: 'Check OPENAI_IMAGES_KEY and OPENAI_IMAGES_API, which ends with /v1.',
    },
    {
      service: 'Content Credentials',
      ask: credentials && (() => openSigner(credentials, Date.now())),
      advice: 'Name a valid certificate and its key in C2PA_CERTIFICATE and C2PA_KEY (docs/labels.md).',
    },
  ];
}

/**
 * Succeeds if any push service is reachable, because some countries block some of them. Does not test the key pair,
 * which was checked when the settings were read.
 */
async function askPushServices(): Promise<void> {
  await Promise.any(pushServices.map(host => fetch(`https://${host}/`, { method: 'HEAD' }))).catch(
    ({ errors }: AggregateError) => {
      throw new Error('none of the push services can be reached', { cause: errors[0] });
    },
  );
}

/** Checks the folder, or the nearest existing folder in which the server would create it. */
async function askFolder(dataDir: string): Promise<void> {
  const info = await stat(dataDir).catch(() => null);
  if (info === null && dirname(dataDir) !== dataDir) return askFolder(dirname(dataDir));
  if (!info?.isDirectory()) throw new Error(`${dataDir} is not a folder`);
  await access(dataDir, constants.W_OK | constants.X_OK);
}

async function askPublicUrl(origin: string): Promise<void> {
  const response = await fetchElsewhere(`${origin}/tyy/`);
  if (!response.ok) throw new Error(`${origin}/tyy/ responds with status ${response.status}`);
  if (!(await response.text()).includes('appSettings='))
    throw new Error(`another product responds at ${origin}`);
}

/** Does what the server does at its start: connects, and creates a table and a schema. Then rolls back. */
async function askDatabase(url: string): Promise<void> {
  const pool = openServerPool(url);
  try {
    await checkServer(pool);
    const client = await pool.connect();
    try {
      await client.query('BEGIN; CREATE TABLE tyy_doctor (id integer)');
      const { rows } = await client.query<{ queue: string | null }>(
        "SELECT to_regnamespace('pgboss') AS queue",
      );
      if (rows[0]!.queue === null) await client.query('CREATE SCHEMA tyy_doctor');
    } finally {
      await client.query('ROLLBACK').finally(() => client.release());
    }
  } catch (error) {
    throw new Error(explainTrouble(error, url)?.sentence ?? (error as Error).message);
  } finally {
    await pool.end();
  }
}

async function askCors(bucket: string, origin: string): Promise<void> {
  const headers = { origin, 'access-control-request-method': 'PUT' };
  const { status, headers: given } = await fetchElsewhere(`${bucket}/photos/doctor`, {
    method: 'OPTIONS',
    headers,
  });
  const allowed = given.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin)
    throw new Error(`the preflight of ${origin} got status ${status}`);
}

/** Rejects if the sign-in provider is unavailable or rejects our app. */
async function refusesNobody(
  askWith: (onProblem: (problem: Error) => void) => Promise<unknown>,
): Promise<void> {
  let reported: Error | null = null;
  await askWith(problem => {
    reported = problem;
  }).catch((error: unknown) => {
    throw reported ?? error;
  });
}

async function askDashscope({ apiOrigin, apiKey }: { apiOrigin: string; apiKey: string }): Promise<void> {
  // Asks for a task that does not exist: the status is 401 or 403 only if the key is wrong.
  const response = await fetchElsewhere(`${apiOrigin}/api/v1/tasks/doctor`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (response.status === 401 || response.status === 403 || response.status >= 500) {
    throw new Error(`status ${response.status}: ${await response.text()}`);
  }
}

async function askOpenai({ apiAddress, apiKey }: { apiAddress: string; apiKey: string }): Promise<void> {
  await fetchWell(`${apiAddress}/models`, { authorization: `Bearer ${apiKey}` });
}
