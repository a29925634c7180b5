import { spawn } from 'node:child_process'
import { freePort, whenOpen } from './ports.mjs'

/** Starts a Redis that keeps nothing on disk, and resolves with its port. It ends with this program, however that ends. */
export async function startRedis() {
  const port = await freePort()
  const redis = ['redis-server', '--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  spawn('setpriv', ['--pdeathsig', 'KILL', ...redis], { stdio: ['ignore', 'ignore', 'inherit'] }).unref()
  await whenOpen(port)
  return port
}
