import { setTimeout as wait } from 'node:timers/promises'
import { callPost, manyHeaders, postHead } from '../requests.mjs'

/** Loads of clients that open connections. */
export const connectionLoads = [
  {
    name: 'silent-connections',
    what: 'Three thousand connections are opened and say nothing.',
    async run(attacker) {
      await attacker.connectMany(3_000)
      await wait(3_000)
    },
  },
  {
    name: 'slow-headers',
    what: 'A thousand connections send the header of a request one byte at a time.',
    run: (attacker) => drip(attacker, 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx: '),
  },
  {
    name: 'slow-bodies',
    what: 'A thousand connections send the body of a request one byte at a time.',
    run: (attacker) => drip(attacker, postHead(100_000)),
  },
  {
    name: 'many-headers',
    what: 'Fifty connections send 20 calls with 2,000 headers each, one after the other.',
    async run(attacker) {
      const call = callPost('nothing', {}, manyHeaders(2_000))
      const taken = []
      for (let sent = 0; sent < 20; sent += 1) {
        await attacker.connectMany(50, async (socket) => taken.push(await attacker.ask(socket, call)))
        await attacker.close()
      }
      return taken.includes(200) ? 'a call with 2,000 headers was taken' : undefined
    },
  },
  {
    name: 'waiting-calls',
    what: 'A thousand connections of one address make a call that waits.',
    async run(attacker) {
      const options = { localAddress: '127.0.0.2' }
      await attacker.connectMany(1_000, (socket) => attacker.send(socket, callPost('wait')), options)
      await wait(5_000)
    },
  },
]

/** Begins a thousand times, and goes on slowly for 15 s. */
async function drip(attacker, begin) {
  const sockets = await attacker.connectMany(1_000, (socket) => attacker.send(socket, begin))
  for (let second = 0; second < 15; second += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(' ')
    await wait(1_000)
  }
}
