import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'

/**
 * Kills a program when this process is killed without a chance to do so: a shell waits for the end of this process, and has
 * nothing else to do. Returns a function that ends the guard, to be called when the program has exited. Windows has no shell that
 * can do it; there the program notices the end of its stdin.
 */
export function guardProcess({ pid }: ChildProcess): () => void {
  if (process.platform === 'win32' || pid === undefined) return () => {}
  // `read` succeeds for the line below, and fails at the end of this process.
  const script = `read -r _ || kill -KILL ${pid}`
  const guard = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return () => guard.stdin.end('\n')
}
