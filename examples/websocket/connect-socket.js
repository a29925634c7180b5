import { connect } from 'omniport/client'
import { messagesOver } from './messages-over.js'

/** Connects over a WebSocket. `options` are those of `connect`; the client closes the socket. */
export async function connectSocket(url, options) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`No WebSocket could be opened at ${url}`)))
  })
  return connect(messagesOver(socket), options)
}
