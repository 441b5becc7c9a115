import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

// Stryker runs test files as threads of one process. If two ran at the same time, their pages would look like two tabs.
export default defineConfig({ ...root, test: { ...root.test, maxWorkers: 1 } });
