import { setTimeout as wait } from 'node:timers/promises'
import { callPost, endSession, initializePost, postText, taskPost, toolPost } from '../requests.mjs'

const mebibyte = 2 ** 20

/** What is left behind is gone soon, so that it can be seen whether all of it is. */
const soon = { sessionIdleMs: 5_000, eventLogMs: 5_000, taskMs: 5_000 }

/** Values that take the most memory for their text. */
const emptyObjects = Array.from({ length: 32_000 }, () => ({}))

/** Loads of clients that send, or leave behind, as much as they may. */
export const memoryLoads = [
  {
    name: 'megabyte-calls',
    what: 'Nine hundred connections send a call of 1 MB that waits.',
    async run(attacker) {
      const call = callPost('wait', { text: 'x'.repeat(mebibyte) })
      await attacker.connectMany(900, (socket) => attacker.send(socket, call, 10_000))
      await wait(3_000)
    },
  },
  {
    name: 'many-values',
    what: 'Nine hundred connections send a call of 100 KB that waits, of nothing but empty objects.',
    async run(attacker) {
      const call = callPost('wait', { values: emptyObjects })
      await attacker.connectMany(900, (socket) => attacker.send(socket, call))
      await wait(3_000)
    },
  },
  {
    name: 'large-tasks',
    what: 'A client that nobody knows begins sixty tasks of 4 MB.',
    limits: soon,
    async run(attacker) {
      const socket = await attacker.connect()
      const task = taskPost('work', { text: 'x'.repeat(4 * mebibyte - 2_000) })
      const statuses = await inTurn(60, () => attacker.ask(socket, task, 20_000))
      return missing(statuses, [200, 503])
    },
  },
  {
    name: 'large-clients',
    what: 'Clients of sessions say 4 MB of themselves, and others 240 KB, a thousand times.',
    limits: soon,
    async run(attacker) {
      const [tooLarge, large] = [2 * mebibyte - 1_000, 60_000].map((length) =>
        initializePost({ experimental: { a: 'x'.repeat(length), b: 'x'.repeat(length) } }),
      )
      const statuses = []
      await attacker.connectMany(10, async (socket) => {
        statuses.push(...(await inTurn(10, () => attacker.ask(socket, tooLarge, 20_000))))
        statuses.push(...(await inTurn(100, () => attacker.ask(socket, large, 20_000))))
      })
      return missing(statuses, [200, 400])
    },
  },
  {
    name: 'filled-event-logs',
    what: 'Ten sessions make 300 calls of 100 KB that are answered with streams, and 2,000 short ones.',
    limits: soon,
    async run(attacker) {
      await attacker.connectMany(10, async (socket) => {
        const session = await attacker.beginSession(socket)
        const headers = { 'mcp-session-id': session, accept: 'text/event-stream' }
        const [long, short] = ['x'.repeat(100_000), 'x'].map((text) => toolPost('echo', { text }, headers))
        await inTurn(300, () => attacker.askAll(socket, long))
        await inTurn(2_000, () => attacker.askAll(socket, short))
      })
    },
  },
  {
    name: 'waiting-batches',
    what: 'A hundred sessions of 2025-03-26 send a batch of a hundred calls that wait, of 40 KB each, and are ended.',
    limits: soon,
    async run(attacker) {
      const sessions = []
      await attacker.connectMany(100, async (socket) => {
        const session = await attacker.beginSession(socket, '2025-03-26')
        sessions.push(session)
        const text = 'x'.repeat(40_000)
        const calls = Array.from({ length: 100 }, (_, id) => ({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: 'wait', arguments: { text } },
        }))
        await attacker.send(socket, postText(JSON.stringify(calls), { 'mcp-session-id': session }))
      })
      await wait(3_000)
      const socket = await attacker.connect()
      for (const session of sessions) await attacker.ask(socket, endSession(session), 20_000)
    },
  },
]

async function inTurn(count, act) {
  const results = []
  for (let done = 0; done < count; done += 1) results.push(await act())
  return results
}

/** Says if one of the expected statuses did not occur, or another did. */
function missing(statuses, expected) {
  const actual = [...new Set(statuses)].sort()
  return actual.join() === expected.join() ? undefined : `the statuses were ${actual.join(', ')}`
}
