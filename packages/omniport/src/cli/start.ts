import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { reportFailure } from './command-line/run-line.js'
import { consoleCommand } from './console/console-command.js'
import type { Io } from './process/io.js'
import { createProcessIo } from './process/process-io.js'
import { tour } from './tour/tour.js'

/** Opens the console on the example servers where there is a terminal; otherwise shows their lists. */
async function start(argv: readonly string[]): Promise<number> {
  const io = createProcessIo()
  if (argv.length > 0 || io.terminal === undefined) return tour(argv, io)
  const config = fileURLToPath(new URL('../../../../examples/host/mcp.json', import.meta.url))
  const env = { NOTES_DIR: join(tmpdir(), 'omniport-notes'), ...io.env }
  return openTour(config, { ...io, env })
}

async function openTour(config: string, io: Io): Promise<number> {
  const flags = { root: [] }
  try {
    const words = ['notes', 'kitchen']
    return await consoleCommand({ words, command: undefined, flags, options: { config }, isTour: true }, io)
  } catch (reason) {
    return reportFailure(reason, {}, io)
  }
}

process.exit(await start(process.argv.slice(2)))
