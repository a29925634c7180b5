import { textOf } from '../../entries/client.js'
import type { Tool } from '../../entries/index.js'
import { listEverything } from '../client/list-everything.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { splitLine, splitTarget } from '../command-line/split-target.js'
import { toFailure } from '../errors/to-failure.js'
import { formatJson } from '../output/format-json.js'
import { formatLine } from '../output/format-line.js'
import { plain } from '../output/style.js'
import type { Io } from '../process/io.js'
import { formatEverything } from '../render/format-lists.js'
import { tourNotes } from './tour-notes.js'

/** Shows and uses a server: the notes example, or the given target. Resolves with the exit code; never rejects. */
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
    io.stderr(formatJson({ error }))
    return exitCode
  }
}

/** Shows a server, and calls its first read-only tool without required arguments. */
async function tourServer(invocation: Invocation, io: Io): Promise<void> {
  await withClient(invocation, io, async (client, limits) => {
    const everything = await listEverything(client, limits)
    await io.stdout(`${formatEverything(everything, { columns: io.columns ?? 100, style: plain })}\n`)
    const tool = everything.tools.find(isHarmless)
    if (tool === undefined) return io.stdout('There is no tool that says it only reads and needs no arguments.\n')
    const result = await client.callTool(tool.name, {}, limits)
    const lines = textOf(result)
      .split('\n')
      .map((line) => `  ${formatLine(line)}\n`)
    await io.stdout(`Called ${formatLine(tool.name)}${result.isError ? ', which failed' : ''}:\n${lines.join('')}`)
  })
}

function isHarmless({ annotations, inputSchema }: Tool): boolean {
  const { required } = inputSchema
  return annotations?.readOnlyHint === true && !(Array.isArray(required) && required.length > 0)
}
