import { parseArgs } from 'node:util';

export const wholeNumber = usual => ({
  usual,
  read(text) {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`must be a whole number from 1, not "${text}"`);
    return Number(text);
  },
});

/** The value is `all` or a comma-separated list. `nameOf` returns the part of an item that is a choice. */
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

/** An option whose value is a text. `wanted` describes the texts that `isAllowed` accepts, for the error message. */
export const text = (wanted, isAllowed = given => given !== '') => ({
  usual: null,
  read(given) {
    if (isAllowed(given)) return given;
    throw new Error(`must be ${wanted}, not "${given}"`);
  },
});

export const several = kind => ({ usual: [], multiple: true, read: texts => texts.map(kind.read) });

export const flag = { usual: false, type: 'boolean', read: value => value };

/**
 * Returns this process's command-line options by name, parsed by their kinds. If `kindOfGiven` is passed, the result
 * contains the positional argument as `given`. If an option is invalid, prints a message and exits with code 2.
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
