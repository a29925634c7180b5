import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { PassThrough, type Readable, Writable } from 'node:stream'
import type { ConnectionInterceptor } from '../../connection-interceptor.js'

/** The pipes of a program, as a client uses them. */
export interface ProgramPipes {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

/** Returns pipes whose bytes pass through an interceptor. */
export function interceptPipes(
  child: ChildProcessWithoutNullStreams,
  intercept: NonNullable<ConnectionInterceptor['pipes']>,
): ProgramPipes {
  const stdout = new PassThrough()
  const interceptor = intercept({ cut: () => void stdout.end() })
  const pass = (bytes: Uint8Array) => {
    if (stdout.writableEnded || stdout.destroyed) return
    if (!stdout.write(bytes)) child.stdout.pause()
  }
  stdout.on('drain', () => child.stdout.resume())
  stdout.on('close', () => child.stdout.destroy())
  child.stdout.on('data', (chunk: Uint8Array) => interceptor.fromServer(chunk, pass))
  child.stdout.on('error', (problem) => stdout.destroy(problem))
  let hasEnded = false
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    interceptor.endServer(() => void stdout.end())
  }
  child.stdout.on('end', end)
  child.stdout.on('close', end)
  child.stderr.on('data', (chunk: Uint8Array) => interceptor.stderr(chunk))
  child.once('close', (code, signal) => {
    interceptor.exit({ code: code ?? undefined, signal: signal ?? undefined })
  })
  const stdin = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      interceptor.fromClient(chunk, (bytes) => child.stdin.write(bytes, () => done()))
    },
    final: (done) => {
      interceptor.endClient()
      child.stdin.end(() => done())
    },
  })
  child.stdin.on('error', (problem) => stdin.destroy(problem))
  child.stdin.on('close', () => stdin.destroy())
  return { stdin, stdout, stderr: child.stderr }
}
