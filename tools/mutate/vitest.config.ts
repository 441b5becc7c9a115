import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

const { project, include } = JSON.parse(process.env.MUTATE_TESTS ?? '{}');

/** One project of the usual tests, and of it those that look at the folder with the faults. */
export default defineConfig({
  ...root,
  test: {
    ...root.test,
    // Stryker runs tests in threads of its process, where one file's pages would hear those of another as tabs of their own.
    maxWorkers: 1,
    projects: root.test?.projects?.flatMap(one =>
      typeof one === 'object' && 'test' in one && one.test?.name === project
        ? // What another database has in a usual run is asked here too.
          [{ ...one, test: { ...one.test, include, exclude: [] } }]
        : [],
    ),
  },
});
