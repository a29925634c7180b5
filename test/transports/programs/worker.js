import { transportContract } from 'omniport/testing'
import { messagesOver } from '../../../examples/websocket/messages-over.js'

/** Both ends of a WebSocket in this worker. */
function open() {
  const [near, far] = Object.values(new WebSocketPair())
  near.accept()
  far.accept()
  // A worker cannot break a connection without a goodbye; this is the nearest.
  const cut = () => near.close(4000, 'cut')
  return { client: messagesOver(near), server: messagesOver(far), cut }
}

const checks = transportContract({ open, stepMs: 30_000 })

/** Answers `/` with the names of the checks, and `/3` with what is wrong by the third of them. */
export default {
  async fetch(request) {
    const index = new URL(request.url).pathname.slice(1)
    if (index === '') return Response.json(checks.map(({ name }) => name))
    const problem = await checks[index].run().then(
      () => null,
      (error) => String(error),
    )
    return Response.json(problem)
  },
}
