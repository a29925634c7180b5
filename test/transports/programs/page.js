import { transportContract } from 'omniport/testing'
import { messagesOver } from '../../../examples/websocket/messages-over.js'

/** Two WebSockets of this page that a relay joins by their name; the relay loses both where it is asked to. */
async function open() {
  const url = `ws://${location.host}/${crypto.randomUUID()}`
  const sockets = [new WebSocket(url), new WebSocket(url)]
  const opened = (socket) => new Promise((resolve) => socket.addEventListener('open', resolve))
  await Promise.all(sockets.map(opened))
  const [near, far] = sockets
  const cut = async () => void (await fetch(`${url.replace('ws:', 'http:')}/cut`))
  return { client: messagesOver(near), server: messagesOver(far), cut }
}

const checks = transportContract({ open, stepMs: 30_000 })

globalThis.checkNames = checks.map(({ name }) => name)

/** Resolves to what is wrong by one check, or null. */
globalThis.runCheck = (index) =>
  checks[index].run().then(
    () => null,
    (error) => String(error),
  )
