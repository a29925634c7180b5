import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/** How long processes may take to end after the last test. */
const graceMs = 3_000

/**
 * Fails a run of the tests that leaves processes behind. What tests start is known by a mark in its `PATH`, which is handed
 * on even where the rest of the environment is not. They are killed. Only where there is a `/proc`: elsewhere it does nothing.
 */
export default function setup(): () => Promise<void> {
  const mark = `/omniport-tests-${randomUUID()}`
  process.env['PATH'] = `${process.env['PATH'] ?? ''}:${mark}`
  return async () => {
    const deadline = Date.now() + graceMs
    while (survivors(mark).length > 0 && Date.now() < deadline) await wait(50)
    const left = survivors(mark)
    if (left.length === 0) return
    for (const { pid } of left) process.kill(pid, 'SIGKILL')
    const names = left.map(({ pid, command }) => `${pid}: ${command}`)
    process.exitCode = 1 // the runner prints what a teardown throws, and exits with 0 all the same
    throw new Error(`the tests left processes behind:\n${names.join('\n')}`)
  }
}

/** What carries the mark, but for the children of the test runner itself: its workers, which end with it. */
function survivors(mark: string): readonly { readonly pid: number; readonly command: string }[] {
  return processes().flatMap((pid) => {
    try {
      const isOfTests = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      if (!isOfTests || parentOf(pid) === process.pid || isDead(pid)) return []
      return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
    } catch {
      return [] // ended while we looked, or belongs to another user
    }
  })
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  } catch {
    return []
  }
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1])
}

function isDead(pid: string): boolean {
  return statOf(pid)[0] === 'Z'
}

/** State and parent: the fields after the name, which may hold anything. */
function statOf(pid: string): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
