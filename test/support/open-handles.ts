import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** How long handles may take to close after the last test of a file. */
const graceMs = 2_000

const watched = ['TCPServerWrap', 'TCPSocketWrap', 'ProcessWrap', 'FSEventWrap', 'MessagePort', 'Worker']

/** Fails a test file that leaves a server, a connection, a child process or a watcher open. */
export function refuseOpenHandles(): void {
  const atStart = open()
  afterAll(async () => {
    const deadline = Date.now() + graceMs
    while (leaked(atStart).length > 0 && Date.now() < deadline) await wait(20)
    const left = leaked(atStart)
    if (left.length > 0) throw new Error(`the tests left open: ${left.join(', ')}`)
  })
}

function leaked(atStart: readonly string[]): readonly string[] {
  const before = [...atStart]
  return open().filter((name) => {
    const index = before.indexOf(name)
    if (index >= 0) before.splice(index, 1)
    return index < 0
  })
}

function open(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => watched.includes(name))
}
