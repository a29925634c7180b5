import { Server } from 'node:net'
import process from 'node:process'

/** To be loaded before a server that chooses its port itself and does not tell which: says as a line where it serves. */
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once('listening', () => process.stdout.write(`http://127.0.0.1:${this.address().port}/\n`))
  return listen.apply(this, args)
}
