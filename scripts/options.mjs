import { parseArgs } from 'node:util';

/** A whole number that is at least 1. */
export const wholeNumber = usual => ({
  usual,
  read(text) {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`must be a whole number from 1, not "${text}"`);
    return Number(text);
  },
});

/** Some of the choices, separated by commas, or `all`; `nameOf` gives the part of a text that must be among them. */
export const someOf = (choices, usual = choices, nameOf = text => text) => ({
  usual,
  read(text) {
    if (text === 'all') return choices;
    return text.split(',').map(part => {
      if (choices.includes(nameOf(part))) return part;
      throw new Error(`must be all, or some of ${choices.join(', ')}, not "${part}"`);
    });
  },
});

/** A text that `isAllowed` accepts; `wanted` says which. */
export const text = (wanted, isAllowed = given => given !== '') => ({
  usual: null,
  read(given) {
    if (isAllowed(given)) return given;
    throw new Error(`must be ${wanted}, not "${given}"`);
  },
});

/** The same, given any number of times. */
export const several = kind => ({ usual: [], multiple: true, read: texts => texts.map(kind.read) });

/** On when it is given. */
export const flag = { usual: false, type: 'boolean', read: value => value };

/**
 * The options of this process by name, as their kinds read them, and as `given` what stands without a name, where its kind is
 * named. One that is unknown or not allowed ends the process with a sentence and exit code 2.
 *
 * @param {{ read(text: string): unknown } | null} kindOfGiven
 */
export function readOptions(kinds, kindOfGiven = null) {
  try {
    const { values, positionals } = parseArgs({
      strict: true,
      allowPositionals: kindOfGiven !== null,
      options: Object.fromEntries(
        Object.entries(kinds).map(([name, { type = 'string', multiple = false }]) => [
          name,
          { type, multiple },
        ]),
      ),
    });
    const options = Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, optionOf(name, kind, values[name])]),
    );
    if (kindOfGiven === null) return options;
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'.`);
    return { ...options, given: kindOfGiven.read(positionals[0] ?? '') };
  } catch (error) {
    const [sentence] = error.message.split(/(?<=\.) |\n/);
    process.stderr.write(`${sentence.replace(/\.?$/, '.')}\n`);
    process.exit(2);
  }
}

function optionOf(name, { usual, read }, given) {
  if (given === undefined) return usual;
  try {
    return read(given);
  } catch (error) {
    throw new Error(`--${name} ${error.message}`);
  }
}
