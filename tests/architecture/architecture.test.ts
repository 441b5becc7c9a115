import { describe, expect, test } from 'vitest';
import { appDoors } from './app-doors.ts';
import { appZones } from './app-zones.ts';
import { callRules } from './call-rules.ts';
import { ceilingRules } from './ceiling-rules.ts';
import { dependencyRules } from './dependency-rules.ts';
import { fileRules } from './file-rules.ts';
import { generatorRules } from './generator-rules.ts';
import { languageRules } from './language-rules.ts';
import { nameRules } from './name-rules.ts';
import { readerRules } from './reader-rules.ts';
import { scriptRules } from './script-rules.ts';
import { serverRules } from './server-rules.ts';
import { project, withFiles } from './tree.ts';
import { useRules } from './use-rules.ts';
import { wordRules } from './word-rules.ts';

const rules = [
  ...appZones,
  ...appDoors,
  ...callRules,
  ...serverRules,
  ...generatorRules,
  ...ceilingRules,
  ...fileRules,
  ...languageRules,
  ...nameRules,
  ...dependencyRules,
  ...readerRules,
  ...scriptRules,
  ...useRules,
  ...wordRules,
];

describe.each(rules)('$name', ({ findViolations, breaks }) => {
  test('the project has no violation of this rule', () => {
    expect(findViolations(project)).toEqual([]);
  });

  test.each(breaks)('the rule reports each violation in these made-up files: $files', ({ files, says }) => {
    expect(findViolations(withFiles(project, files))).toEqual(says);
  });
});

test('each rule has at least one example that breaks it', () => {
  expect(rules.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
});
