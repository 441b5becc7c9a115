import { Counter, Histogram, type Registry } from 'prom-client';
import type { Generator } from '../generator/generator.ts';
import type { Job } from './job-context.ts';
import { jobStatus } from './status.ts';

export function measureWaits(registry: Registry, clock: () => number): (job: Job, status: number) => void {
  const waits = new Histogram({
    name: 'tyy_job_seconds',
    help: 'Time from the creation of a job to its end, by how it ended: done, refused or failed',
    labelNames: ['result'],
    buckets: [5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600],
    registers: [registry],
  });
  const results = new Map<number, string>([
    [jobStatus.generateSuccess, 'done'],
    [jobStatus.auditRefused, 'refused'],
    [jobStatus.generateFail, 'failed'],
  ]);
  // Prometheus' increase() ignores the first value of each series.
  for (const result of results.values()) waits.zero({ result });
  return (job, status) =>
    waits.observe({ result: results.get(status)! }, (clock() - job.create_time.getTime()) / 1000);
}

export type Rejections = Counter<'template' | 'reason' | 'remedy'>;

export function countRejections(registry: Registry): Rejections {
  return new Counter({
    name: 'tyy_pics_rejected_total',
    help: 'Jobs whose pics were rejected, by template and reason, and what the user got: redo or coins',
    labelNames: ['template', 'reason', 'remedy'],
    registers: [registry],
  });
}

export function measureGenerator(generator: Generator, registry: Registry): Generator {
  const generations = new Histogram({
    name: 'tyy_generation_seconds',
    help: 'Time in which the generator made the pics of a job, or failed',
    labelNames: ['result'],
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
    registers: [registry],
  });
  return {
    inspect: photos => generator.inspect(photos),
    close: () => generator.close(),
    async generate(request, onProgress, signal, onPic) {
      const stop = generations.startTimer();
      try {
        const pics = await generator.generate(request, onProgress, signal, onPic);
        stop({ result: 'done' });
        return pics;
      } catch (error) {
        stop({ result: signal.aborted ? 'stopped' : 'failed' });
        throw error;
      }
    },
  };
}
