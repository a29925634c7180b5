import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'

/** How long what was killed may take to be collected. */
const graceMs = 2_000

/** Fails a test file that leaves a child process of its own. Only where there is a `/proc`. */
export function expectNoChildren(): void {
  afterAll(async () => {
    const deadline = Date.now() + graceMs
    while (children().length > 0 && Date.now() < deadline) await wait(20)
    expect(children()).toEqual([])
  })
}

/** The command lines of this process's children. */
export function children(): readonly string[] {
  return pids().flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(parent) !== process.pid) return []
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
    } catch {
      return [] // gone meanwhile
    }
  })
}

/** Whether a process runs: one that only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

function pids(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
