import type { Io } from '../io.js'
import { splitLine, splitTarget } from '../split-target.js'
import { toFailure } from '../to-failure.js'
import { tourNotes } from './tour-notes.js'
import { tourServer } from './tour-server.js'

/**
 * Shows in words for people what a server offers, and uses it: the notes example of this repository, or the target given.
 * Resolves with the exit code; never rejects.
 */
export async function tour(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (argv.length === 0) await tourNotes(io)
    else {
      const { line, command } = splitLine(argv)
      await tourServer({ ...splitTarget(line, command), options: { env: [], header: [] } }, io)
    }
    return 0
  } catch (reason) {
    const { exitCode, error } = toFailure(reason)
    io.stderr(JSON.stringify({ error }))
    return exitCode
  }
}
