/** The command line: picks the command, and turns failures into sentences and exit statuses. */
import { version } from '../../package.json';
import { parsePreprocessArguments, parseReplayArguments } from './arguments.js';
import { CliFailure, plainText, usageFailure } from './failure.js';
import { heap } from './heap.js';
import { parseHeapArguments } from './heap-arguments.js';
import { HEAP_USAGE } from './heap-usage.js';
import { BrokenPipe, type CliIo } from './io.js';
import { preprocess } from './preprocess.js';
import { recommendFrom } from './recommend.js';
import { replay } from './replay.js';
import { sample } from './sample.js';
import { parseSampleArguments, parseVarianceArguments } from './sampling-arguments.js';
import { SAMPLE_USAGE, VARIANCE_USAGE } from './sampling-usage.js';
import { sweep } from './sweep.js';
import { parseRecommendArguments, parseSweepArguments } from './sweep-arguments.js';
import { RECOMMEND_USAGE, SWEEP_USAGE } from './sweep-usage.js';
import { PREPROCESS_USAGE, REPLAY_USAGE, USAGE } from './usage.js';
import { variance } from './variance.js';

interface Command {
  readonly usage: string;
  /** Resolves false when the arguments ask for help. */
  run(args: readonly string[], io: CliIo): Promise<boolean>;
}

function command<T>(
  usage: string,
  parse: (args: readonly string[]) => T | 'help',
  act: (args: T, io: CliIo) => Promise<void>,
): Command {
  return {
    usage,
    async run(args, io) {
      const parsed = parse(args);
      if (parsed === 'help') return false;
      await act(parsed, io);
      return true;
    },
  };
}

/** Adding a command is one row. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['heap', command(HEAP_USAGE, parseHeapArguments, heap)],
  ['preprocess', command(PREPROCESS_USAGE, parsePreprocessArguments, preprocess)],
  ['recommend', command(RECOMMEND_USAGE, parseRecommendArguments, recommendFrom)],
  ['replay', command(REPLAY_USAGE, parseReplayArguments, replay)],
  ['sample', command(SAMPLE_USAGE, parseSampleArguments, sample)],
  ['sweep', command(SWEEP_USAGE, parseSweepArguments, sweep)],
  ['variance', command(VARIANCE_USAGE, parseVarianceArguments, variance)],
]);

function commandNames(): string {
  return [...COMMANDS.keys()].join(', ').replace(/, ([^,]*)$/, ' and $1');
}

async function dispatch(args: readonly string[], io: CliIo): Promise<void> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-V') return io.stdout.write(`jelab ${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') {
    return io.stdout.write(COMMANDS.get(rest[0] ?? '')?.usage ?? USAGE);
  }
  if (name === undefined) throw usageFailure(`Which command: ${commandNames().replace(/ and /, ' or ')}?`);
  const chosen = COMMANDS.get(name);
  if (chosen === undefined) {
    throw usageFailure(`There is no command ${plainText(name)}; there are ${commandNames()}.`);
  }
  if (!(await chosen.run(rest, io))) await io.stdout.write(chosen.usage);
}

/** Runs one command line. Resolves with the exit status: 0, 1 when nothing usable was found, 2 for wrong usage, 130 when stopped. */
export async function main(args: readonly string[], io: CliIo): Promise<number> {
  try {
    await dispatch(args, io);
    return 0;
  } catch (error) {
    if (error instanceof BrokenPipe) return 0;
    if (!(error instanceof CliFailure)) throw error;
    const help = error.status === 2 ? `See jelab ${helpWord(args)}--help.\n` : '';
    await io.stderr.write(`jelab: ${error.message}\n${help}`).catch(() => undefined);
    return error.status;
  }
}

function helpWord(args: readonly string[]): string {
  return args[0] !== undefined && COMMANDS.has(args[0]) ? `${args[0]} ` : '';
}
