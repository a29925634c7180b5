import { setTimeout as wait } from 'node:timers/promises'
import { callPost, postHead } from '../requests.mjs'

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
