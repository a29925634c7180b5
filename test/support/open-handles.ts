import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** How long handles may take to close after the last test of a file. */
const graceMs = 2_000

const watched = ['TCPServerWrap', 'TCPSocketWrap', 'ProcessWrap', 'FSEventWrap', 'MessagePort', 'Worker']
const atStart = open()

/** Fails a test file that leaves a server, a connection, a child process or a watcher open. */
afterAll(async () => {
  const deadline = Date.now() + graceMs
  while (leaked().length > 0 && Date.now() < deadline) await wait(20)
  const left = leaked()
  if (left.length > 0) throw new Error(`the tests left open: ${left.join(', ')}`)
})

function leaked(): readonly string[] {
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
