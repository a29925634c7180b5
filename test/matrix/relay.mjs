import { connect } from 'node:net'
import process from 'node:process'

/** A server as far as its client can tell: hands its pipes on to a socket of this machine. */
const socket = connect({ port: Number(process.argv[2]), host: '127.0.0.1', noDelay: true })
process.stdin.pipe(socket)
socket.pipe(process.stdout)
