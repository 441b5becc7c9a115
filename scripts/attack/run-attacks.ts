import { type Cluster, openCluster } from '../../tests/cluster/cluster.ts';
import type { ServerProcess } from '../../tests/cluster/server-process.ts';
import { type Attack, measureBystander, newUser, Tally } from './attackers.ts';
import { callerAttacks, openCrookedServices } from './caller-attacks.ts';
import { connectionAttacks } from './connection-attacks.ts';
import { jobAttacks } from './job-attacks.ts';
import { storeAttacks } from './store-attacks.ts';
import { uploadRaces } from './upload-races.ts';

/** `only`: words to select attacks by name; null runs all attacks. The other fields are options of `npm run attack`. */
export interface AttackOptions {
  short: boolean;
  p99: number;
  memory: number;
  only: string[] | null;
}

/** A table row for each attack, and a sentence for each limit that was exceeded. */
export interface Attacked {
  table: Record<string, string | number>[];
  problems: string[];
}

/** Allowed calls per minute. Higher than any attacking user needs, so that this limit does not weaken the attacks. */
const rateLimit = 400;

/** Attacks processes that run the backend's script. They use the database server of openTestDatabase. */
export async function runAttacks(script: string, options: AttackOptions): Promise<Attacked> {
  const attacked: Attacked = { table: [], problems: [] };
  const services = await openCrookedServices();
  const all = [
    ...jobAttacks,
    ...connectionAttacks,
    ...storeAttacks,
    ...uploadRaces,
    ...callerAttacks(services),
  ];
  const words = options.only ?? [''];
  const unknown = words.filter(word => !all.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`no attack has ${unknown.join(' or ')} in its name`);
  const chosen = all.filter(
    ({ name, isLong }) => !(isLong && options.short) && words.some(word => name.includes(word)),
  );
  const common = { RATE_LIMIT: String(rateLimit), TRUST_PROXY: '1', SANDBOX: '1', METRICS: '1' };

  async function attackAll(
    start: (cluster: Cluster) => Promise<ServerProcess>,
    role?: Attack['role'],
  ): Promise<void> {
    const meant = chosen.filter(attack => attack.role === role);
    if (meant.length === 0) return;
    const cluster = await openCluster(script);
    try {
      const server = await start(cluster);
      const { token } = await newUser(server.origin);
      for (const attack of meant) {
        await make(attack, { server, token, cluster, startAnother: () => start(cluster) }, options, attacked);
      }
    } finally {
      await cluster.close();
    }
  }

  try {
    await attackAll(cluster => cluster.start('api', common));
    // An empty DATABASE_URL selects the embedded database.
    const whole = { ...common, DATABASE_URL: '' };
    await attackAll(cluster => cluster.start('all', whole), 'all');
    await attackAll(cluster => cluster.start('all', { ...whole, ...services.settings }), 'with-services');
  } finally {
    await services.close();
  }
  return attacked;
}

interface Target {
  server: ServerProcess;
  token: string;
  cluster: Cluster;
  startAnother(): Promise<ServerProcess>;
}

/** Runs one attack and adds its table row and its problems to the result. */
async function make(
  attack: Attack,
  { server, token, cluster, startAnother }: Target,
  { short, p99, memory }: AttackOptions,
  { table, problems }: Attacked,
): Promise<void> {
  const { origin } = server;
  const tally = new Tally();
  const aim = { origin, dataDir: cluster.dataDir, startAnother, rateLimit, patience: p99, tally };
  const steps = attack.run({ ...aim, isShort: short });
  await steps.next();
  await server.untilAtRest();
  server.peakMemory();
  const before = server.peakMemory();
  const began = performance.now();
  const say = (problem: string) => problems.push(`${attack.name}: ${problem}.`);
  const felt = await measureBystander({ origin, token }, () =>
    steps.next().then(
      () => {},
      (error: Error) => void say(error.message),
    ),
  );
  const peak = server.peakMemory();
  const more = peak - before;
  const { role, moreMemory = Number.POSITIVE_INFINITY } = attack;
  // The limit for calls is at least 1 s, because a call may wait for the database.
  const longestCall = Math.max(1_000, p99);
  if (felt.call.p99 > longestCall) say(`a call took ${felt.call.p99} ms, above ${longestCall}`);
  if (felt.file.p99 > p99) say(`a file took ${felt.file.p99} ms, above ${p99}`);
  // Other roles need memory for the database and the generator, so the absolute limit applies only to API nodes.
  if (role === undefined && peak > memory) say(`the process took ${peak} MB, above ${memory}`);
  if (more > moreMemory) say(`it took ${more} MB more, above ${moreMemory}`);
  if (felt.failures > 0) say(`${felt.failures} requests of a bystander failed`);
  if (tally.errors > 0) say(`the server had errors (${tally})`);
  if (!server.isRunning) throw new Error(`${attack.name}: the backend ended.`);
  table.push({
    attack: attack.name,
    responses: String(tally),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    'file p50': felt.file.p50,
    'file p99': felt.file.p99,
    'call p50': felt.call.p50,
    'call p99': felt.call.p99,
    'memory, MB': peak,
    more,
  });
}
