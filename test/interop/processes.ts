import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Command } from 'omniport/client'

/** How to start one of the programs of these tests. */
export function program(name: string, ...args: readonly string[]): Command {
  const path = fileURLToPath(new URL(`./programs/${name}.mjs`, import.meta.url))
  return { command: process.execPath, args: [path, ...args] }
}

/** Which of these processes are there, and have not ended. */
export function living(pids: readonly number[]): readonly number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0) && !hasEnded(pid)
    } catch {
      return false
    }
  })
}

/** One that ended stays in the table until its parent has asked for its exit code. */
function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false
  const [, state] = /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return state === 'Z'
}
