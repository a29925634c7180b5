import type { Io } from './process/io.js'
import { version } from './version.js'

/**
 * Runs a command line, by default `--help`; never rejects. The last line of stderr says how it failed: for people on a terminal,
 * else as one line of JSON, `{"error":{"code":…,"message":…}}`.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [only] = argv
  if (argv.length === 1 && (only === '--version' || only === '-V')) {
    await io.stdout(`${version}\n`)
    return 0
  }
  if (only === '__complete') {
    const { completeLine } = await import('./completion/complete-line.js')
    return completeLine(argv.slice(1), io).catch(() => 1)
  }
  // Everything else needs the parser of options.
  const { runLine } = await import('./command-line/run-line.js')
  return runLine(argv, io)
}
