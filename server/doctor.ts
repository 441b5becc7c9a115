import { printOutput } from './desk/print-output.ts';
import { checksOf } from './doctor/checks-of.ts';
import { runChecks } from './doctor/run-checks.ts';
import { readConfig } from './settings/config.ts';

/** Exit codes. `refused`: a configured service does not work. `misused`: wrong arguments. */
const refused = 1;
const misused = 2;

if (process.argv.length > 2) {
  process.stderr.write(
    'It takes no options: it asks the services of the settings, one harmless question each.\n',
  );
  process.exit(misused);
}
try {
  const rows = await runChecks(checksOf(readConfig(process.env)));
  process.stdout.write(printOutput({ rows: rows.map(row => ({ ...row })) }, 'table'));
  process.exit(rows.some(({ state }) => state === 'refused') ? refused : 0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(refused);
}
