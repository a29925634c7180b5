// Loaded before a server: it reaches nothing but this machine, and where it serves over HTTP, that is at a free port, which it says as a line.
import { Server, Socket } from 'node:net'
import process from 'node:process'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|::1|\[::1\])$/

const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  const host = hostOf(args)
  if (loopback.test(host)) return Reflect.apply(connect, this, args)
  queueMicrotask(() => this.destroy(new Error(`no connection to ${host}`)))
  return this
}

const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  if (process.env.TOUR_HTTP === undefined) return Reflect.apply(listen, this, args)
  this.once('listening', () => process.stdout.write(`http://127.0.0.1:${this.address().port}/\n`))
  return listen.call(
    this,
    { port: 0, host: '127.0.0.1' },
    args.find((arg) => typeof arg === 'function'),
  )
}

/** `connect` takes a port, a path, or options; from inside of Node all of it comes as one list. */
function hostOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return first.host ?? 'localhost'
  return typeof second === 'string' ? second : 'localhost'
}
