import process from 'node:process'
import type { Command } from 'omniport/client'
import { children } from '../faults/no-children.js'
import { pathOf } from '../faults/running.js'

/** A server in a process of its own, which a gateway starts. `mark` is on its command line. */
export function servedUpstream(mark: string): Command {
  return { command: process.execPath, args: [pathOf('served'), 'stdio', JSON.stringify({ instructions: mark })] }
}

/** The processes of that server that run now. */
export function pidsOf(mark: string): readonly number[] {
  return children()
    .filter((line) => line.includes(`"${mark}"`))
    .map((line) => Number.parseInt(line, 10))
}
