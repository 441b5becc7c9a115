import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

// Stryker runs tests in threads of one process. Pages of two test files at the same time would look like two tabs.
export default defineConfig({ ...root, test: { ...root.test, maxWorkers: 1 } });
