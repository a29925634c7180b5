import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Leaks on purpose, to see that it is noticed: each begins one and gives what ends it. */
export const leaks = {
  timers() {
    const held = []
    return every(
      100,
      () => held.push(...Array.from({ length: 5 }, () => setTimeout(() => {}, 2 ** 30))),
      async () => {
        for (const timer of held) clearTimeout(timer)
      },
    )
  },
  heap() {
    const held = []
    return every(
      100,
      () => held.push(Array.from({ length: 20_000 }, (_, index) => index / 3)),
      async () => {
        held.length = 0
      },
    )
  },
  children() {
    const held = []
    return every(
      500,
      () => held.push(spawn('sleep', ['3600'], { stdio: 'ignore' })),
      async () => {
        for (const child of held) child.kill()
        await Promise.all(held.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
      },
    )
  },
  sockets() {
    const held = []
    const server = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1')
    return every(
      200,
      () => held.push(connect(server.address().port, '127.0.0.1')),
      async () => {
        for (const socket of held) socket.destroy()
        server.close()
      },
    )
  },
}

function every(ms, leak, release) {
  const timer = setInterval(leak, ms)
  return () => {
    clearInterval(timer)
    return release()
  }
}
