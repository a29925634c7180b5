import process from 'node:process'

/** Calls `close` once this program is asked to end, or the program that started it has ended. */
export function stopWithParent(close) {
  // The shell of `npm run` ends without handing the signal on.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stop(), 250)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

  function stop() {
    clearInterval(watch)
    return close()
  }
}
