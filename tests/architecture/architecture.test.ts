import { describe, expect, test } from 'vitest';
import { appDoors } from './app-doors.ts';
import { appZones } from './app-zones.ts';
import { callRules } from './call-rules.ts';
import { ceilingRules } from './ceiling-rules.ts';
import { dependencyRules } from './dependency-rules.ts';
import { fileRules } from './file-rules.ts';
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

describe.each(rules)('$name', ({ findViolations, broken, fine = {}, reports = Object.keys(broken) }) => {
  test('the project has no violation of this rule', () => {
    expect(findViolations(project)).toEqual([]);
  });

  test('the rule reports each broken file of its examples, and no other file', () => {
    const found = findViolations(withFiles(project, { ...broken, ...fine }));
    expect(reports.filter(place => !found.some(text => text.startsWith(place)))).toEqual([]);
    expect(found.filter(text => !reports.some(place => text.startsWith(place)))).toEqual([]);
    expect(reports).not.toEqual([]);
  });
});
