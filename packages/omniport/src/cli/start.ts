import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createProcessIo } from './process/process-io.js'
import { run } from './run.js'
import { tour } from './tour/tour.js'

/** Hosts the example servers at a terminal; otherwise shows their lists. */
async function start(argv: readonly string[]): Promise<number> {
  const io = createProcessIo()
  if (argv.length > 0 || io.terminal === undefined) return tour(argv, io)
  const config = fileURLToPath(new URL('../../../../examples/host/mcp.json', import.meta.url))
  const env = { NOTES_DIR: join(tmpdir(), 'omniport-notes'), ...io.env }
  return run(['host', '--config', config], { ...io, env })
}

process.exit(await start(process.argv.slice(2)))
