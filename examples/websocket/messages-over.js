const mib = 1024 * 1024
const isOpen = 1

/**
 * The two streams of messages that `connect` and `serveStream` take, over an open WebSocket: that of a browser, of Node, Deno or Bun, of
 * a worker after `accept()`, or of the package `ws`. One message is one text frame.
 *
 * A binary frame, a message longer than `maxMessageLength` characters, and one that is no JSON end the connection. `maxUnreadLength`
 * characters may wait to be read. Then a socket of `ws` is paused; the other kinds cannot be, so the connection ends with code 4008.
 * A write waits while `maxUnsentBytes` wait to be sent, where the socket tells: that of a worker does not.
 */
export function messagesOver(socket, options = {}) {
  const { maxMessageLength = 4 * mib, maxUnreadLength = 4 * mib, maxUnsentBytes = mib } = options
  const close = (code, reason) => {
    if (socket.readyState <= isOpen) socket.close(code, reason)
  }

  let isRead = true
  const frames = new ReadableStream(
    {
      start(out) {
        const refuse = (code, reason) => {
          isRead = false
          close(code, reason)
          out.error(new Error(`The WebSocket was closed: ${reason}`))
        }
        socket.addEventListener('message', ({ data }) => {
          if (!isRead) return
          if (typeof data !== 'string') return refuse(4003, 'a frame was not text')
          if (data.length > maxMessageLength) return refuse(4009, 'a message was too long')
          out.enqueue(data)
          if (out.desiredSize > 0) return
          if (socket.pause) socket.pause()
          else refuse(4008, 'too much was not read')
        })
        socket.addEventListener('close', () => {
          close() // answers a worker's peer
          if (isRead) out.close()
          isRead = false
        })
      },
      pull: () => socket.resume?.(),
      cancel() {
        isRead = false
        socket.resume?.() // else the end would not arrive
        close()
      },
    },
    { highWaterMark: maxUnreadLength, size: (text) => text.length + 1 },
  )

  const writable = new WritableStream({
    start(controller) {
      socket.addEventListener('close', () => controller.error(new Error('The WebSocket is closed')))
      socket.addEventListener('error', () => {}) // "close" follows
    },
    async write(message) {
      if (socket.readyState !== isOpen) throw new Error('The WebSocket is closed')
      socket.send(JSON.stringify(message))
      while (socket.readyState === isOpen && socket.bufferedAmount > maxUnsentBytes) await pause(10)
    },
    close: () => close(1000),
    abort: () => close(),
  })

  const parse = new TransformStream({ transform: (text, out) => out.enqueue(JSON.parse(text)) })
  return { readable: frames.pipeThrough(parse), writable }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
