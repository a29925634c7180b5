/**
 * Resolves with what `start` gives its callback; with `otherwise` when the socket closes, or `ms` have passed before.
 *
 * @template T
 * @param {import('node:net').Socket} socket
 * @param {{ ms: number, otherwise: T }} limits
 * @param {(settle: (value: T) => void) => void} start
 * @returns {Promise<T>}
 */
export function within(socket, { ms, otherwise }, start) {
  if (socket.destroyed) return Promise.resolve(otherwise)
  return new Promise((resolve) => {
    const settle = (value) => {
      clearTimeout(timer)
      socket.off('close', onClose)
      resolve(value)
    }
    const onClose = () => settle(otherwise)
    const timer = setTimeout(onClose, ms)
    socket.once('close', onClose)
    start(settle)
  })
}
