import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

// Stryker runs tests in threads of one process, where the pages of two files would take each other for tabs.
export default defineConfig({ ...root, test: { ...root.test, maxWorkers: 1 } });
