import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import type { Io } from '../../process/io.js'
import { openRecording } from '../file/open-recording.js'
import { printDifferences } from './print-differences.js'

/** The options that only `diff` has. */
export interface DiffFlags {
  /** JSON pointers of what may differ. */
  readonly ignore: readonly string[]
  /** The file with the pins of a server; true: that beside the config file. */
  readonly lock?: string | true | undefined
}

/** `diff <recording> <recording>` prints where two recordings differ. Rejects with CliError `invalid_result` if they do. */
export async function diffCommand(
  {
    files,
    flags,
    options,
  }: { readonly files: readonly string[]; readonly flags: DiffFlags; readonly options: RunOptions },
  io: Io,
): Promise<number> {
  const [first, second, ...rest] = files
  if (first === undefined || second === undefined || rest.length > 0) {
    const got = files.length === 1 ? 'one' : String(files.length)
    const advice = 'a server is compared with its pins by --lock'
    throw new CliError('usage', `diff takes two recordings, got ${got}; ${advice}`)
  }
  const left = await openRecording('diff', first, io)
  try {
    const right = await openRecording('diff', second, io)
    try {
      return await printDifferences([left, right], { flags, options }, io)
    } finally {
      await right.close()
    }
  } finally {
    await left.close()
  }
}
