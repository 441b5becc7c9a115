import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { at, type Cluster, type Customer, openCluster } from '../../tests/cluster/cluster.ts';
import { DatabaseConnection } from '../../tests/cluster/database-connection.ts';
import type { ServerProcess } from '../../tests/cluster/server-process.ts';
import { templateThat } from '../../tests/cluster/templates-that.ts';
import { type JobIds, storeOf } from '../../tests/support/api/a-job.ts';
import { type ApiUser, buy } from '../../tests/support/api/api.ts';
import { atOnce, percentiles, times } from '../attack/attackers.ts';

/**
 * The drill goes on until it has created `jobs` jobs, killed nodes `kills` times and lasted `minutes`. It creates no
 * job while `waiting` jobs are unfinished. `kill`: seconds between kills. `silent`: seconds without database traffic.
 * At the end, `users` poll for `seconds`; the p99 must be below `p99` milliseconds.
 */
export type DrillOptions = Record<
  'jobs' | 'kills' | 'minutes' | 'waiting' | 'kill' | 'silent' | 'users' | 'seconds' | 'p99',
  number
>;

const roles = ['api', 'api', 'worker', 'worker'] as const;

const settings = { GENERATE_COST: '1', JOB_LEASE: '3' };

const creators = 20;

/** One of this many jobs fails on purpose. Even in an hour, no user then reaches the daily limit of failed jobs. */
const breaksEvery = 50;

/** Milliseconds between rounds of other load, a user's polls (as in the app at first), and memory checks. */
const every = { round: 500, poll: 3_000, memory: 10_000 };

/** Size of a photo that is uploaded in five parts. */
const photoBytes = 500_000;

/** Maximum ratio of memory in the second half to that in the first; garbage collection is irregular. */
const mostGrowth = 1.3;

/**
 * Runs two API nodes and two workers of the script under full load (jobs, try-ons, shared files and multipart uploads).
 * Kills one of them every few seconds, and in the middle drops all database traffic for a while. Afterwards, users poll
 * their jobs. Returns a report, and a sentence for each problem.
 */
export async function drillCluster(script: string, options: DrillOptions) {
  const cluster = await openCluster(script);
  const connection = new DatabaseConnection(cluster.url);
  try {
    const drill = new Drill(cluster, connection, options);
    const report = await drill.run(await connection.connect());
    return { report, problems: [...new Set(drill.problems)] };
  } finally {
    await cluster.close();
    await connection.cut();
  }
}

class Drill {
  readonly problems: string[] = [];
  readonly #cluster: Cluster;
  readonly #queue: DatabaseConnection;
  readonly #options: DrillOptions;
  readonly #jobs: (JobIds & { user: ApiUser })[] = [];
  readonly #counts = { created: 0, repeated: 0, kills: 0, slowest: 0 };
  readonly #traffic = { 'try-ons': 0, shares: 0, uploads: 0 };
  #nodes: ServerProcess[] = [];
  #round = 0;
  #left = 0;
  #isCreating = true;
  #end = 0;

  constructor(cluster: Cluster, connection: DatabaseConnection, options: DrillOptions) {
    this.#cluster = cluster;
    this.#queue = connection;
    this.#options = options;
  }

  async run(database: string) {
    const start = (role: (typeof roles)[number]) =>
      this.#cluster.start(role, { ...settings, DATABASE_URL: database });
    this.#nodes = await Promise.all(roles.map(start));
    const [first] = this.#nodes as [ServerProcess];
    const customers: Customer[] = [];
    for (const index of times(creators)) {
      customers.push(await this.#cluster.signIn(first, `User ${index}`));
      // Buy enough coins for all the jobs that one user can create during the drill.
      await buy(customers[index]!.user, 5);
    }

    this.#end = performance.now() + this.#options.minutes * 60_000;
    const creating = Promise.all(customers.map(customer => this.#createJobs(customer))).then(() => {
      this.#isCreating = false;
    });
    const others = customers
      .slice(0, 4)
      .map((customer, index) => this.#makeOtherTraffic(customer, index % 2));
    const memoryOf = this.#watchMemory();
    await Promise.all([creating, ...others, this.#killNodes(start), this.#goSilent(), this.#countJobs()]);
    const memory = memoryOf();
    const saved = await this.#check();
    const polled = await this.#pollJobs();
    const slowest = Math.round(this.#counts.slowest);
    return { ...this.#counts, slowest, saved, memory, polled, traffic: this.#traffic };
  }

  /** Creates jobs like the app. After a lost response, a 429 or a 503, repeats the request with the same key. */
  async #createJobs({ user, photo }: Customer): Promise<void> {
    const { jobs, kills } = this.#options;
    while (performance.now() < this.#end || this.#round < jobs || this.#counts.kills < kills) {
      if (this.#left > this.#options.waiting) {
        await pause(100);
        continue;
      }
      const round = ++this.#round;
      const template_id = round % breaksEvery === 0 ? templateThat.breaks : templateThat.succeeds;
      const body = { template_id, resource_pics: [photo] };
      const givenUpAt = performance.now() + 120_000;
      for (let attempt = 0; performance.now() < givenUpAt; attempt++) {
        const began = performance.now();
        const reply = await at(this.#nodes[(round + attempt) % 2]!, user)
          .post('goTrainAndGeneratePic', body, { 'idempotency-key': `drill-${round}` })
          .catch(() => null);
        this.#counts.slowest = Math.max(this.#counts.slowest, performance.now() - began);
        if (reply?.code === 0) {
          this.#jobs.push({ user, ...reply.data.train_and_generate_info });
          this.#counts.created += 1;
          break;
        }
        // A 429 or 503 is no problem: the server is busy, or the user has too many unfinished jobs.
        if (reply && !isBusy(reply)) {
          this.problems.push(`A job was refused with ${reply.status} ${reply.message}.`);
        }
        this.#counts.repeated += 1;
        await pause(100);
      }
    }
  }

  async #killNodes(start: (role: (typeof roles)[number]) => Promise<ServerProcess>): Promise<void> {
    const { kill, kills } = this.#options;
    while (performance.now() < this.#end - kill * 1000 || this.#counts.kills < kills) {
      await pause(kill * 1000);
      const victim = this.#counts.kills % roles.length;
      await this.#nodes[victim]!.kill();
      this.#counts.kills += 1;
      this.#nodes[victim] = await start(roles[victim]!);
    }
  }

  async #goSilent(): Promise<void> {
    await pause(this.#options.minutes * 30_000);
    this.#queue.silence();
    await pause(this.#options.silent * 1000);
    this.#queue.mend();
  }

  /** Waits until no job is unfinished or being created; gives up after ten minutes. */
  async #countJobs(): Promise<void> {
    const unfinished = 'SELECT count(*)::int AS count FROM jobs WHERE status IN (1, 2, 4)';
    for (; ; await pause(500)) {
      const mayGrow = this.#isCreating;
      this.#left = (await this.#cluster.all<{ count: number }>(unfinished))[0]!.count;
      if (this.#left === 0 && !mayGrow) return;
      if (performance.now() > this.#end + 600_000) {
        this.problems.push(`${this.#left} jobs did not end.`);
        return;
      }
    }
  }

  /** Requests try-ons, shares files and uploads photos in parts, in a loop until the drill ends. */
  async #makeOtherTraffic({ user, photo }: Customer, place: number): Promise<void> {
    for (let round = 1; performance.now() < this.#end; round++) {
      const node = this.#nodes[place]!;
      const body = { photo, template_ids: [(round % 60) + 1] };
      const tryOn = await at(node, user)
        .post('previewTemplates', body)
        .catch(() => null);
      if (tryOn?.code === 0) this.#traffic['try-ons'] += tryOn.data.list.length;
      else if (tryOn && !isBusy(tryOn)) this.problems.push(`A try-on: ${tryOn.status}.`);

      const form = new FormData();
      form.append('photos', new Blob([new Uint8Array(photoBytes)], { type: 'image/jpeg' }), 'shared.jpg');
      const init: RequestInit = { method: 'POST', body: form, redirect: 'manual' };
      const share = await fetch(`${node.origin}/tyy/make-pic`, init).catch(() => null);
      if (share?.headers.get('location')?.includes('shared=')) this.#traffic.shares += 1;
      if (share && share.status !== 303) this.problems.push(`A share: ${share.status}.`);

      const isUploaded = await uploadInParts(at(node, user), `traffic-${round % 5}.jpg`, round).then(
        () => true,
        () => false,
      );
      if (isUploaded) this.#traffic.uploads += 1;
      await pause(every.round);
    }
  }

  /**
   * Records the memory of the largest node. The returned function stops, adds a problem if the memory grew, and returns
   * the values in MB.
   */
  #watchMemory(): () => number[] {
    const largest = () => Math.max(...this.#nodes.map(({ memory }) => memory));
    const memory = [largest()];
    const watching = setInterval(() => memory.push(largest()), every.memory);
    return () => {
      clearInterval(watching);
      memory.push(largest());
      const middle = Math.ceil(memory.length / 2);
      const growth = Math.max(...memory.slice(middle)) / Math.max(...memory.slice(0, middle));
      // With few values, memory growth cannot be told from noise.
      if (memory.length > 3 && growth > mostGrowth)
        this.problems.push(`The memory grew: ${memory.join(', ')} MB.`);
      return memory;
    };
  }

  /** Adds all problems found at the end to the list. Returns the number of jobs. */
  async #check(): Promise<number> {
    const say = (problem: string) => this.problems.push(problem);
    for (const [what, statement] of Object.entries(faults)) {
      const rows = await this.#cluster.all(statement);
      if (rows.length > 0) say(`${rows.length} ${what}.`);
    }
    const [{ jobs, pics }] = (await this.#cluster.all(
      'SELECT (SELECT count(*) FROM jobs)::int AS jobs, (SELECT count(*) FROM pics)::int AS pics',
    )) as [{ jobs: number; pics: number }];
    if (jobs < this.#counts.created) say(`${this.#counts.created - jobs} acknowledged jobs are lost.`);
    const folder = join(this.#cluster.dataDir, 'objects', 'pics');
    const files = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('@object'));
    if (files.length !== pics) say(`There are ${files.length} files of ${pics} pics.`);
    for (const { origin } of this.#nodes) {
      const { status } = await fetch(`${origin}/readyz`);
      if (status !== 200) say(`${origin} is not ready.`);
    }
    for (const [kind, count] of Object.entries(this.#traffic)) {
      // No try-ons are drawn while jobs run, and in a short drill there may be jobs all the time.
      if (count === 0 && this.#options.minutes >= 1) say(`There were no ${kind}.`);
    }
    return jobs;
  }

  /** Users poll their jobs on the API nodes, each user every three seconds. */
  async #pollJobs() {
    const { users, seconds, p99 } = this.#options;
    const milliseconds: number[] = [];
    let errors = 0;
    const end = performance.now() + seconds * 1000;
    const memoryOf = this.#watchMemory();
    await atOnce(users, async index => {
      const { user, train_id, generate_id } = this.#jobs[index % this.#jobs.length]!;
      await pause((index / users) * every.poll);
      while (performance.now() < end) {
        const began = performance.now();
        const reply = await at(this.#nodes[index % 2]!, user)
          .get('getTrainAndGenerateResultById', { train_id, generate_id })
          .catch(() => null);
        milliseconds.push(performance.now() - began);
        if (reply?.code !== 0) errors += 1;
        await pause(every.poll);
      }
    });
    const felt = percentiles(milliseconds);
    if (errors > 0) this.problems.push(`${errors} polls failed.`);
    if (felt.p99 > p99) this.problems.push(`A poll took ${felt.p99} ms (p99), above ${p99}.`);
    return { polls: milliseconds.length, errors, ...felt, memory: memoryOf() };
  }
}

/** True if a limit is reached (429) or the server is busy (503). */
const isBusy = ({ status }: { status: number }) => status === 429 || status === 503;

async function uploadInParts(user: ApiUser, name: string, content: number): Promise<void> {
  const { client, prefix } = await storeOf(user);
  const photo = Buffer.alloc(photoBytes, content);
  await client.multipartUpload(`${prefix}${name}`, photo, { partSize: 102_400 });
}

/** SQL queries that find faults. None may return a row. */
const faults = {
  'balances that differ from their ledger': `SELECT u.user_id FROM users u JOIN coin_statements c USING (user_id)
    GROUP BY u.user_id HAVING u.coins <> sum(c.change)`,
  'ended jobs that have a lease': 'SELECT 1 FROM jobs WHERE status IN (3, 5, 6) AND lease_until IS NOT NULL',
  'coins that are held without a job': `SELECT 1 FROM coin_statements c LEFT JOIN jobs j ON j.generate_id = c.reference
    WHERE c.reason = 'hold' AND j.generate_id IS NULL`,
  'jobs whose coins were not held once, or given back once if the job failed': `SELECT j.generate_id
    FROM jobs j LEFT JOIN coin_statements c ON c.reference = j.generate_id GROUP BY j.generate_id, j.status
    HAVING count(*) FILTER (WHERE c.reason = 'hold') <> 1
      OR count(*) FILTER (WHERE c.reason = 'give_back') <> CASE WHEN j.status IN (3, 6) THEN 1 ELSE 0 END`,
  'jobs that were made twice':
    'SELECT idempotency_key FROM jobs GROUP BY user_id, idempotency_key HAVING count(*) > 1',
  'done jobs without four pics of their own': `SELECT generate_id FROM jobs LEFT JOIN pics USING (generate_id)
    WHERE status = 5 GROUP BY generate_id HAVING count(DISTINCT key) <> 4 OR count(pic_id) <> 4`,
  'jobs that failed without being told to, or did not fail': `SELECT 1 FROM jobs
    WHERE (status = 6) <> (template_id = ${templateThat.breaks})`,
};
