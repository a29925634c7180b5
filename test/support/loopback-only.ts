import { Socket } from 'node:net'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|::1|\[::1\])$/

let isPatched = false

/** Tests reach nothing but this machine: a connection to any other host fails, saying so. Test files may share a process. */
export function allowLoopbackOnly(): void {
  if (isPatched) return
  isPatched = true
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args)
    if (loopback.test(host)) return Reflect.apply(connect, this, args) as Socket
    queueMicrotask(() => this.destroy(new Error(`tests may not connect to ${host}`)))
    return this
  }
}

/** `connect` takes a port, a path, or options; from inside of Node all of it comes as one list. */
function hostOf(args: readonly unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args
  if (typeof first === 'object' && first !== null) return (first as { host?: string }).host ?? 'localhost'
  return typeof second === 'string' ? second : 'localhost'
}
