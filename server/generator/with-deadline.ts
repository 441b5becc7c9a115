import { GeneratorGaveUp } from './generator.ts';

/**
 * Runs work that ends after so many milliseconds at the latest: with a GeneratorGaveUp then, and with the outer
 * signal's reason when that one is aborted.
 */
export async function withDeadline<Result>(
  outer: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(milliseconds);
  try {
    return await work(AbortSignal.any([outer, deadline]));
  } catch (error) {
    outer.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new GeneratorGaveUp(`No result after ${Math.round(milliseconds / 1000)} seconds.`, {
      cause: error,
    });
  }
}
