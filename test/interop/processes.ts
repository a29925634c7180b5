import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Command } from 'omniport/client'

/** How to start one of the programs of these tests. */
export function program(name: string, ...args: readonly string[]): Command {
  const path = fileURLToPath(new URL(`./programs/${name}.mjs`, import.meta.url))
  return { command: process.execPath, args: [path, ...args] }
}

/** Which of these processes are there. */
export function living(pids: readonly number[]): readonly number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
}
