import { printOutput } from './desk/print-output.ts';
import { checksOf } from './doctor/checks-of.ts';
import { runChecks } from './doctor/run-checks.ts';
import { readConfig } from './settings/config.ts';
import { missingSettings } from './settings/missing-settings.ts';

/** Exit codes. `refused`: a service does not work, or a setting is missing. `misused`: wrong arguments. */
const refused = 1;
const misused = 2;

if (process.argv.length > 2) {
  process.stderr.write(
    'It takes no options: it asks the services of the settings, one harmless question each.\n',
  );
  process.exit(misused);
}
try {
  const config = readConfig(process.env);
  const missing = missingSettings(config).map(({ part, ...row }) => ({
    service: part,
    state: 'missing',
    ...row,
  }));
  const rows = [...missing, ...(await runChecks(checksOf(config)))];
  process.stdout.write(printOutput({ rows: rows.map(row => ({ ...row })) }, 'table'));
  process.exit(rows.some(({ state }) => state === 'refused' || state === 'missing') ? refused : 0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(refused);
}
