import { setTimeout as wait } from 'node:timers/promises'
import { callPost, manyHeaders, postHead } from '../requests.mjs'

const mebibyte = 2 ** 20

/** One connection, one request at a time. */
const atMost =
  (most) =>
  ({ handlers }) =>
    handlers > most ? `${handlers} handlers ran at once` : undefined

/** Loads of clients that send requests without waiting for replies. */
export const pipeliningLoads = [
  {
    name: 'pipelined-calls',
    what: 'A connection sends 40,000 calls that wait, without waiting for a reply; ten others do so with calls that do nothing.',
    during: atMost(1),
    async run(attacker) {
      const waiting = await attacker.connect()
      await attacker.send(waiting, callPost('wait').repeat(40_000))
      await attacker.connectMany(10, (socket) => attacker.send(socket, callPost('nothing').repeat(40_000)))
      await wait(500)
      return attacker.open > 0 ? `${attacker.open} connections are still open` : undefined
    },
  },
  {
    name: 'pipelined-megabytes',
    what: 'A connection sends 516 calls of 1 MB without waiting for a reply.',
    during: atMost(1),
    async run(attacker) {
      const socket = await attacker.connect()
      const call = callPost('wait', { text: 'x'.repeat(mebibyte) })
      for (let sent = 0; sent < 516 && !socket.destroyed; sent += 1) await attacker.send(socket, call)
      return socket.destroyed ? undefined : 'the connection is still open'
    },
  },
  {
    name: 'pipelined-then-closed',
    what: 'Twenty connections send 400 calls that wait each, and are closed; so are twenty with 60, which is not too many.',
    during: atMost(40),
    async run(attacker, server) {
      const call = callPost('wait')
      await attacker.connectMany(20, (socket) => attacker.send(socket, call.repeat(400)))
      await attacker.connectMany(20, (socket) => attacker.send(socket, call.repeat(60)))
      const { handlers } = (await server.until((running) => running.handlers === 20)) ?? {}
      return handlers === 20 ? undefined : `${handlers} handlers ran for twenty connections with one in turn each`
    },
  },
  {
    name: 'pipelined-unread',
    what: 'Twenty connections send 60 calls each that log 10 MB, and read nothing.',
    during: atMost(20),
    async run(attacker) {
      const call = callPost('log', { count: 1_000, size: 10_000 })
      await attacker.connectMany(20, (socket) => attacker.send(socket, call.repeat(60)), { reads: false })
      await wait(5_000)
    },
  },
  {
    name: 'pipelined-everywhere',
    what: 'A thousand connections send one call that waits and 63 more behind it.',
    during: atMost(1_000),
    async run(attacker) {
      const call = callPost('wait')
      // From another address: no idle connection can make room where calls run on all of them.
      const options = { localAddress: '127.0.0.2' }
      await attacker.connectMany(1_000, (socket) => attacker.send(socket, call.repeat(64)), options)
      await wait(5_000)
    },
  },
  {
    name: 'pipelined-headers',
    what: 'A thousand connections send a call that waits and seven behind it, each with two hundred short headers.',
    during: atMost(1_000),
    async run(attacker) {
      const call = callPost('wait', {}, manyHeaders(200))
      const options = { localAddress: '127.0.0.2' }
      await attacker.connectMany(1_000, (socket) => attacker.send(socket, call.repeat(8)), options)
      await wait(5_000)
    },
  },
  {
    name: 'pipelined-body',
    what: 'A connection sends a call that waits, and behind it the beginning of a body of 4 MB, again and again.',
    during: atMost(20),
    async run(attacker) {
      const text = `${callPost('wait')}${postHead(4 * mebibyte)}${'x'.repeat(mebibyte)}`
      await attacker.connectMany(20, (socket) => attacker.send(socket, text))
      await wait(1_000)
      return attacker.open > 0 ? `${attacker.open} connections are still open` : undefined
    },
  },
]
