import type { Tool } from 'omniport'
import { textOf } from 'omniport/client'
import { formatLine } from '../format-line.js'
import type { Invocation } from '../invocation.js'
import type { Io } from '../io.js'
import { listEverything } from '../list-everything.js'
import { withClient } from '../with-client.js'
import { formatEverything } from './format-everything.js'

/** Shows any server, and calls its first tool that only reads and takes no arguments. */
export async function tourServer(invocation: Invocation, io: Io): Promise<void> {
  await withClient(invocation, io, async (client, limits) => {
    const everything = await listEverything(client, limits)
    await io.stdout(`${formatEverything(everything)}\n`)
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
