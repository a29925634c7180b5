import process from 'node:process'

/**
 * Sends what this program writes to stdout, with `console.log` or otherwise, to stderr instead, until the returned function
 * is called. Who holds on to `process.stdout.write` from before goes on writing to stdout.
 *
 * spec: basic/transports/stdio — stdout carries nothing but messages
 */
export function redirectStdout(): () => void {
  const { stdout, stderr } = process
  const original = Object.getOwnPropertyDescriptor(stdout, 'write')
  const before = stdout.write
  let restored = false
  // Two overloads, one implementation: the arguments are passed on as they are.
  const write = ((...args: Parameters<typeof before>) => {
    if (restored) return before.apply(stdout, args)
    stderr.write(...args)
    return true // false would promise a "drain" that stdout never emits
  }) as typeof before
  stdout.write = write
  stderr.on('error', ignore)
  return () => {
    restored = true
    stderr.off('error', ignore)
    if (stdout.write !== write) return // somebody wrapped it since: it passes through
    if (original === undefined) Reflect.deleteProperty(stdout, 'write')
    else Object.defineProperty(stdout, 'write', original)
  }
}

/** A client may close stderr, and a program that logs to it, without knowing it, must not die of that. */
function ignore(): void {}
